import { expect } from 'vitest';
import type { Operation } from '../../src/documents/openapi/components.ts';
import type { describeSite } from '../../src/documents/openapi/openapi.ts';
import type { RunningService } from '../running-service.ts';

/** The OpenAPI document as it arrives. */
export interface Description extends Omit<Awaited<ReturnType<typeof describeSite>>, 'paths'> {
  paths: Record<string, { get?: Operation; post?: Operation }>;
}

export async function readJson<Body>(service: RunningService, path: string): Promise<Body> {
  const response = await service.get(path);
  expect(response.status, `${path} is answered`).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  return (await response.json()) as Body;
}
