import type { Command } from 'commander';
import type { RecallBody } from '../../recalls/recall-sample.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface RecallsOptions extends RemoteOptions {
  json?: true;
}

export function addRecallsCommand(program: Command): void {
  const command = program
    .command('recalls')
    .description('Safety recalls of the make, model and year of a VIN, in the United States and Canada')
    .argument('<vin>', 'vehicle identification number')
    .option('--json', 'the result as the service returns it')
    .action(async (vin: string, options: RecallsOptions) => {
      const remote = await openRemote(options, command);
      const found = await (remote ? remote.recalls(vin) : findHere(vin));
      const { recallsText } = await import('../recalls-text.ts');
      process.stdout.write(`${options.json ? JSON.stringify(found, null, 2) : recallsText(found)}\n`);
    });
  addRemoteOptions(command);
}

async function findHere(vin: string): Promise<RecallBody> {
  const { openForecourt } = await import('../open-forecourt.ts');
  await using forecourt = await openForecourt();
  const [vehicles, recalls] = [await forecourt.get('vehicles'), await forecourt.get('recalls')];
  const { vin: read, vehicle, waitedMs } = await vehicles.decode(vin);
  return { vin: read, vehicle, ...(await recalls.forVehicle(vehicle, { waitedMs })) };
}
