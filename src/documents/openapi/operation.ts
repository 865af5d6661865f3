import type { JsonSchema } from './schema-book.ts';

/** One operation of an OpenAPI document, as far as this service uses them. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: readonly Record<string, never[]>[];
  'x-payment-info'?: {
    price: { mode: 'fixed'; currency: 'USD'; amount: string };
    protocols: readonly object[];
  };
  parameters?: {
    name: string;
    in: 'query';
    required: boolean;
    description: string;
    schema: JsonSchema;
    example?: string | number | boolean;
  }[];
  requestBody?: object;
  responses: Record<string, ResponseObject>;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, Example> }>;
}

export interface Example {
  summary: string;
  value: object;
}
