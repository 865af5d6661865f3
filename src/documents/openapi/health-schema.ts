import { z } from 'zod';

export const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string().describe('Version of the code'),
    interfaceVersion: z.string().describe('Version of the interface'),
    uptimeSeconds: z.number().int(),
    paymentMode: z
      .enum(['live', 'dev'])
      .describe('dev: payments go to a private chain and are worth nothing'),
    payments: z.object({ ready: z.boolean() }),
    storage: z.object({ kind: z.string(), ok: z.boolean() }),
    sources: z
      .record(
        z.string(),
        z.object({
          state: z.string(),
          lastSuccessAt: z.string().nullable().optional(),
          lastFailureAt: z.string().nullable().optional(),
        }),
      )
      .describe('The public data sources by name, as they answered last'),
    disclaimer: z.string(),
  })
  .describe('What is known without asking anybody');
