import { z } from 'zod';
import { fuels } from './car.ts';

const span = z
  .tuple([z.number().nonnegative(), z.number().nonnegative().nullable()])
  .describe('From and to, both included; null: no end');

/** For which cars something holds; all that is given must hold. */
export const conditionSchema = z.strictObject({
  fuel: z.array(z.enum(fuels)).min(1).optional(),
  age: span.optional().describe('This year less the model year'),
  registeredYears: span
    .optional()
    .describe('The year of registration, from 1 on; from the model year it is known within 3'),
  modelYear: span.optional(),
  weightLb: span.optional(),
  weightKg: span.optional(),
  msrp: span.optional().describe('The list price when new'),
  andMore: z.literal(true).optional().describe('The words demand more than the car: never surely true'),
});

export type Condition = z.infer<typeof conditionSchema>;
