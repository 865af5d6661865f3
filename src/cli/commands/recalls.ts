import type { Command } from 'commander';
import type { RecallBody } from '../../recalls/recall-sample.ts';
import { eachVin, VIN_OR_LIST } from '../each-vin.ts';
import { answerHere, type TimeoutOptions } from '../here.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface RecallsOptions extends RemoteOptions {
  json?: true;
}

export function addRecallsCommand(program: Command): void {
  const command = program
    .command('recalls')
    .description('Safety recalls of the make, model and year of a VIN, in the United States and Canada')
    .argument('<vin>', VIN_OR_LIST)
    .option('--json', 'the result as the service returns it')
    .action(async (vin: string, options: RecallsOptions) => {
      const remote = await openRemote(options, command);
      const { recallsText } = await import('../../view/recalls.ts');
      await eachVin(
        vin,
        (one) => (remote ? remote.recalls(one) : findHere(one, options)),
        (found) => (options.json ? JSON.stringify(found, null, 2) : recallsText(found)),
      );
    });
  addRemoteOptions(command);
}

async function findHere(vin: string, options: TimeoutOptions): Promise<RecallBody> {
  return answerHere(options, async (forecourt, signal) => {
    const [vehicles, recalls] = [await forecourt.vehicles(), await forecourt.recalls()];
    const { elapsedMs, provenance: _, decode: _decode, ...car } = await vehicles.decode(vin, { signal });
    return { ...car, ...(await recalls.forVehicle(car.vehicle, { elapsedMs, signal })) };
  });
}
