import type { DevPayments } from '../../src/payments/dev/dev-payments.ts';
import { type RunningService, runService } from '../running-service.ts';

export interface DevService extends RunningService {
  payments: DevPayments;
}

/** The real service with its private chain, both ready to sell. */
export async function startDevService(environment: Record<string, string> = {}): Promise<DevService> {
  const service = await runService(environment);
  const { devPayments } = service;
  if (!devPayments) throw new Error('Not in dev mode');
  await devPayments.ready;
  return { ...service, payments: devPayments };
}
