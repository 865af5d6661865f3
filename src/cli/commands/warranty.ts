import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { warrantyCard } from '../../view/warranty.ts';
import { loadMakers } from '../../warranty/makers.ts';
import { problemOfInService } from '../../warranty/remaining.ts';
import type { SoldVehicle } from '../../warranty/sold-vehicle.ts';
import {
  type Market,
  markets,
  type OdometerUnit,
  type Owner,
  odometerUnits,
  owners,
} from '../../warranty/warranty.ts';
import { createWarrantyService } from '../../warranty/warranty-service.ts';
import { decodeHere } from '../here.ts';

/** The names a buyer would use, and what a decoded vehicle of the kind says. */
const powertrains = {
  gasoline: { engine: { fuelType: 'Gasoline' }, electrification: null },
  diesel: { engine: { fuelType: 'Diesel' }, electrification: null },
  'mild-hybrid': { electrification: { level: 'Mild HEV' } },
  hybrid: { electrification: { level: 'Strong HEV' } },
  'plug-in-hybrid': { electrification: { level: 'PHEV' } },
  electric: { electrification: { level: 'BEV' } },
  'fuel-cell': { electrification: { level: 'FCEV' } },
} as const;

interface Options extends OwnCarOptions {
  make?: string;
  model?: string;
  year?: number;
  trim?: string;
  powertrain?: keyof typeof powertrains;
  market?: Market;
  inService?: string;
  json?: true;
}

export function addWarrantyCommand(program: Command): void {
  const command = program
    .command('warranty')
    .description('Show the factory warranty that a car was sold with, and what remains of it')
    .argument('[vin]', 'VIN of the car, decoded on this machine; else --make and --year say what it is')
    .option('--make <name>', 'make, such as Toyota', parseName)
    .option('--year <year>', 'model year, such as 2021', parseYear)
    .option('--model <name>', 'model, such as Prius; some models have terms of their own', parseName)
    .option('--trim <name>', 'trim or version', parseName)
    .addOption(
      new Option('--powertrain <kind>', 'decides on the traction battery').choices(Object.keys(powertrains)),
    )
    .addOption(
      new Option('--market <code>', 'where the vehicle was sold new').choices(markets).argParser(parseMarket),
    )
    .option('--in-service <day>', 'first day in service, such as 2021-03-15', parseDay)
    .option('--json', 'print JSON')
    .action(async (vin: string | undefined, options: Options) => {
      const vehicle = vin === undefined ? named(options, command) : await decoded(vin, options, command);
      const { market, odometer, inService, owner } = options;
      const problem = problemOfInService(inService, vehicle.year);
      if (problem !== undefined) command.error(`--in-service ${problem}`);
      const answer = createWarrantyService({ makers: loadMakers() }).find(vehicle, {
        ...(market && { market }),
        ...(odometer && { odometer }),
        ...(inService && { inService }),
        owner,
      });
      if (!answer.warranty) process.exitCode = 1;
      process.stdout.write(
        `${options.json ? JSON.stringify(answer, null, 2) : warrantyCard(answer, vehicle)}\n`,
      );
    });
  addOwnCarOptions(command);
}

export interface OwnCarOptions {
  odometer?: { distance: number; unit: OdometerUnit };
  owner: Owner;
}

/** Adds what a buyer knows of the car, for what remains of its warranty. */
export function addOwnCarOptions(command: Command): void {
  command
    .option('--odometer <distance>', 'what the odometer shows, such as 83000km or 52000mi', parseOdometer)
    .addOption(
      new Option('--owner <which>', 'for whom the remaining warranty is meant')
        .choices(owners)
        .default('later'),
    );
}

function named({ make, year, model, trim, powertrain }: Options, command: Command): SoldVehicle {
  if (make === undefined || year === undefined) return command.error('Give a VIN, or --make and --year.');
  return {
    make,
    year,
    model: model ?? null,
    trim: trim ?? null,
    ...(powertrain ? powertrains[powertrain] : {}),
  };
}

function decoded(vin: string, options: Options, command: Command): Promise<SoldVehicle> {
  const { make, year, model, trim, powertrain } = options;
  if ([make, year, model, trim, powertrain].some((value) => value !== undefined)) {
    command.error('The VIN says what car it is; leave out --make, --year, --model, --trim and --powertrain.');
  }
  return decodeHere(vin);
}

function parseName(value: string): string {
  const name = value.trim();
  if (name === '') throw new InvalidArgumentError('Give a name.');
  return name;
}

function parseMarket(value: string): Market {
  const market = markets.find((code) => code === value.toUpperCase());
  if (market === undefined) throw new InvalidArgumentError(`Allowed choices are ${markets.join(', ')}.`);
  return market;
}

function parseOdometer(value: string): { distance: number; unit: OdometerUnit } {
  const match = /^(\d{1,7})\s*(km|mi)$/i.exec(value.trim());
  const unit = odometerUnits.find((known) => known === match?.[2]?.toLowerCase());
  if (!match || unit === undefined)
    throw new InvalidArgumentError('Give a whole number with its unit, such as 83000km or 52000mi.');
  return { distance: Number(match[1]), unit };
}

function parseDay(value: string): string {
  const day = value.trim();
  if (!z.iso.date().safeParse(day).success || day > new Date().toISOString().slice(0, 10))
    throw new InvalidArgumentError('Give a day that has been, such as 2021-03-15.');
  return day;
}

function parseYear(value: string): number {
  if (!/^(19|20)\d\d$/.test(value))
    throw new InvalidArgumentError('Give a model year of four digits, such as 2021.');
  return Number(value);
}
