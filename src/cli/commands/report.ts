import { existsSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import type { PrepurchaseQuery } from '@forecourt/client';
import type { Command } from 'commander';
import { SAMPLE_VIN } from '../../products/parameters.ts';
import type { Report } from '../../report/report-schema.ts';
import { eachVin, isList, VIN_OR_LIST } from '../each-vin.ts';
import { answerHere } from '../here.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';
import { complain } from '../tell.ts';
import { addPurchaseOptions, type PurchaseOptions, readOptions } from './costs.ts';
import { addOwnCarOptions, type OwnCarOptions } from './warranty.ts';

interface ReportOptions extends PurchaseOptions, OwnCarOptions, RemoteOptions {
  json?: true;
  html?: string;
}

export function addReportCommand(program: Command): void {
  const command = program
    .command('report')
    .description('All that is known about the car of a VIN before it is bought, and what to look at first')
    .argument('<vin>', VIN_OR_LIST)
    .option('--json', 'the result as the service returns it')
    .option('--html <file>', 'write the report as one HTML page that needs nothing else')
    .action(async (vin: string, options: ReportOptions) => {
      if (options.json && options.html !== undefined)
        command.error('Give either --json or --html, not both.');
      const { prepurchase } = await import('../../products/prepurchase.ts');
      const given = givenIn(options);
      // Before anything is read or paid; the VINs of a list come later.
      const { purchase } = readOptions(prepurchase.query, { ...given, vin: SAMPLE_VIN }, command);

      const { html } = options;
      if (isList(vin) && html !== undefined) command.error('--html writes one car; leave it out with -.');

      // Before anything is paid or waited for.
      if (html !== undefined) await requireWritable(html, command);

      const remote = await openRemote(options, command);
      await eachVin(
        vin,
        async (one) => {
          const report = await (remote
            ? remote.prepurchase({ ...given, vin: one } as PrepurchaseQuery)
            : answerHere(options, async (forecourt, signal) =>
                (await forecourt.reports()).forVin(one, purchase, { signal }),
              ));
          noteMissing(report);
          return report;
        },
        (report) => (html === undefined ? textOf(report, options) : writePage(report, html)),
      );
    });
  addPurchaseOptions(command);
  addOwnCarOptions(command);
  addRemoteOptions(command);
}

/** Names what was given as the service does. */
function givenIn({ json: _, html: __, url: ___, maxSpend: ____, timeout: _____, ...given }: ReportOptions) {
  const { odometer, ...others } = given;
  return { ...others, ...(odometer && { odometer: odometer.distance, odometerUnit: odometer.unit }) };
}

/** A report that lacks most of what it is for has failed, as it has for the service, which then charges nothing. */
function noteMissing({ sections }: Report): void {
  const { decode: _decode, ...others } = sections;
  const missing = Object.entries(others).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
  if (missing.length < MOST_MISSING) return;
  complain(`the report is not complete; missing: ${missing.join(', ')}`);
  process.exitCode = 1;
}

const MOST_MISSING = 2;

async function textOf(report: Report, { json }: ReportOptions): Promise<string> {
  if (json) return JSON.stringify(report, null, 2);
  const { reportText } = await import('../../view/report.ts');
  return reportText(report);
}

async function requireWritable(file: string, command: Command): Promise<void> {
  const isThere = existsSync(file);
  const problem = await open(file, 'a').then(
    (opened) => opened.close(),
    (error: Error) => error,
  );
  if (problem) command.error(`--html: ${file} cannot be written (${problem.message})`);
  if (!isThere) await rm(file);
}

async function writePage(report: Report, file: string): Promise<string> {
  const { reportPage } = await import('../../view/report.ts');
  await writeFile(file, reportPage(report, new Date()));
  return `The report is in ${file}`;
}
