import type { Command } from 'commander';

export function addWarmCommand(program: Command): void {
  program
    .command('warm')
    .description('Compute the known issues of popular vehicles ahead, so that callers find them in the cache')
    .argument('<vins...>', 'one VIN per vehicle; any VIN of the make, model and year will do')
    .action(async (vins: string[]) => {
      const { readConfig } = await import('../../config/config.ts');
      const { openKnowledge } = await import('../open-knowledge.ts');
      const { counted } = await import('../../report/wording.ts');
      await using open = await openKnowledge(readConfig());
      const { vehicles, issues } = open.knowledge;
      const { signal } = new AbortController();
      const warm = async (vin: string) => {
        const { vehicle } = await vehicles.decode(vin);
        return { vehicle, ...(await issues.forVehicle(vehicle, { signal })) };
      };
      let failed = 0;
      // One after the other: warming must not crowd out callers at the sources.
      for (const [index, vin] of vins.entries()) {
        const line = await warm(vin).then(
          ({ vehicle: { year, make, model }, status, knownIssues, synthesis }) => {
            if (status === 'synthesis_unavailable') failed += 1;
            const found = `${status}, ${counted(knownIssues.length, 'issue')}`;
            const standIn = synthesis?.degraded
              ? ' (by the embedded engine: the model gave nothing usable)'
              : '';
            return `${year} ${make} ${model}: ${found}${standIn}`;
          },
          (error: unknown) => {
            failed += 1;
            return `number ${index + 1} failed: ${error instanceof Error ? error.message : 'unknown reason'}`;
          },
        );
        process.stdout.write(`${line}\n`);
      }
      if (failed > 0) process.exitCode = 1;
    });
}
