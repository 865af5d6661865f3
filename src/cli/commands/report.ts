import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Country } from '../../costs/places.ts';
import type { Report } from '../../report/report-schema.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface ReportOptions extends RemoteOptions {
  country?: string;
  json?: true;
  html?: string;
}

export function addReportCommand(program: Command): void {
  const command = program
    .command('report')
    .description('All that is known about the car of a VIN before it is bought, and what to look at first')
    .argument('<vin>', 'vehicle identification number')
    .option('--country <code>', 'country of the purchase, CA or US, for the costs (default: CA)')
    .option('--json', 'the result as the service returns it')
    .option('--html <file>', 'write the report as one HTML page that needs nothing else')
    .action(async (vin: string, options: ReportOptions) => {
      if (options.json && options.html !== undefined)
        command.error('Give either --json or --html, not both.');
      const { countries } = await import('../../costs/places.ts');
      const given = (options.country ?? 'CA').trim().toUpperCase();
      const country = countries.find((code) => code === given);
      if (country === undefined) return command.error(`--country must be one of ${countries.join(', ')}`);

      const remote = await openRemote(options, command);
      const report = await (remote ? remote.prepurchase({ vin, country }) : composeHere(vin, country));
      if (options.html === undefined) process.stdout.write(`${await textOf(report, options)}\n`);
      else await writePage(report, options.html);
    });
  addRemoteOptions(command);
}

async function composeHere(vin: string, country: Country): Promise<Report> {
  const { openForecourt } = await import('../open-forecourt.ts');
  await using forecourt = await openForecourt();
  const reports = await forecourt.get('reports');
  const { signal } = new AbortController();
  // Awaited here, because what it reads from is closed on the way out.
  return await reports.forVin(vin, country, { signal });
}

async function textOf(report: Report, { json }: ReportOptions): Promise<string> {
  if (json) return JSON.stringify(report, null, 2);
  const { reportText } = await import('../report-text.ts');
  return reportText(report);
}

async function writePage(report: Report, file: string): Promise<void> {
  const { reportPage } = await import('../../report/html/report-page.ts');
  await writeFile(file, reportPage(report, new Date()));
  process.stdout.write(`The report is in ${file}\n`);
}
