import type { Command } from 'commander';

export function addRecallsCommand(program: Command): void {
  program
    .command('recalls')
    .description('Safety recalls of the make, model and year of a VIN, in the United States and Canada')
    .argument('<vin>', 'vehicle identification number')
    .option('--json', 'the result as the service returns it')
    .action(async (vin: string, { json }: { json?: true }) => {
      const { readConfig } = await import('../../config/config.ts');
      const { openKnowledge } = await import('../open-knowledge.ts');
      const { recallsText } = await import('../recalls-text.ts');
      await using open = await openKnowledge(readConfig());
      const { vehicles, recalls } = open.knowledge;
      const { vin: read, vehicle } = await vehicles.decode(vin);
      const found = { vin: read, vehicle, ...(await recalls.forVehicle(vehicle)) };
      process.stdout.write(`${json ? JSON.stringify(found, null, 2) : recallsText(found)}\n`);
    });
}
