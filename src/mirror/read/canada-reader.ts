import type { CanadaListRow } from '../../sources/transport-canada/records.ts';
import type { TransportCanada } from '../../sources/transport-canada/transport-canada.ts';
import type { BlockReader } from '../blocks.ts';
import { type CanadaModels, type CanadaVehicle, keys, type PackedCanadaRecall } from '../blocks.ts';

export type CanadaReader = Pick<TransportCanada, 'recallsOfMakes' | 'recallDetails'>;

export function createCanadaReader({ read }: BlockReader): CanadaReader {
  return {
    async recallsOfMakes(makeWords, year) {
      const makes = ((await read(keys.makes)) as string[][]).flat();
      const words = makeWords.map((word) => word.toUpperCase());
      const wanted = [...new Set(makes)].filter((make) => words.some((word) => make.includes(word)));
      const rows = wanted.map(async (make): Promise<CanadaListRow[]> => {
        const blocks = (await read(keys.models(make, year))) as CanadaModels[];
        return blocks.flatMap((models) =>
          models.flatMap(([model, recalls]) =>
            recalls.map(([recallNumber, recalledOn]) => ({
              recallNumber,
              recalledOn,
              make,
              model,
              year,
              // The file names no manufacturer beside the make.
              manufacturer: make,
            })),
          ),
        );
      });
      return (await Promise.all(rows)).flat();
    },
    async recallDetails(recallNumber) {
      const [[recall], [vehicles = []]] = (await Promise.all([
        read(keys.recall(recallNumber)),
        read(keys.recallVehicles(recallNumber)),
      ])) as [PackedCanadaRecall[], CanadaVehicle[][]];
      if (recall === undefined) return [];
      return vehicles.map(([make, model, year, units]) => ({
        RECALL_NUMBER_NUM: recallNumber,
        MANUFACTURER_RECALL_NO_TXT: recall.manufacturerNumber,
        MODEL_NAME_NM: model,
        MAKE_NAME_NM: make,
        UNIT_AFFECTED_NBR: units,
        SYSTEM_TYPE_ETXT: recall.system,
        NOTIFICATION_TYPE_ETXT: recall.notification,
        CATEGORY_ETXT: recall.category,
        COMMENT_ETXT: recall.comment,
        COMMENT_FTXT: recall.commentInFrench,
        DATE_YEAR_CD: String(year),
        RECALL_DATE_DTE: recall.recalledOn,
      }));
    },
  };
}
