import {
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A red dot and a moment of silence. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
const CACHED = ['server/discover', ...LISTS, 'resources/read'];
const described = { description: 'For the conformance suite' };
const state = createRequestStateCodec({ key: 'a key of the conformance suite, 32 bytes' });
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const asked = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } });

/** Tools, resources and prompts that the suite calls by name, as it describes them. */
export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'forecourt-conformance', version: '1.0.0' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: Object.fromEntries(
        CACHED.map((method) => [method, { ttlMs: 300_000, cacheScope: 'public' }]),
      ),
      requestState: { verify: state.verify },
    },
  );
  addContents(server);
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addContents(server: McpServer): void {
  const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
  const embedded = (uri: string, mimeType: string, text: string) =>
    ({ type: 'resource', resource: { uri, mimeType, text } }) as const;
  server.registerTool('test_simple_text', described, () =>
    said('This is a simple text response for testing.'),
  );
  server.registerTool('test_image_content', described, () => ({ content: [image] }));
  server.registerTool('test_audio_content', described, () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', described, () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }));
  server.registerTool('test_multiple_content_types', described, () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }));
  server.registerTool('test_logging_tool', described, () => said('Nothing is logged to clients.'));
  server.registerTool('test_error_handling', described, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', described, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100, message: `Step ${progress} of 100` };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    return said(String(progressToken));
  });
  // Clients that know the extension for tasks call these; here each is answered in its call, as everything is.
  for (const name of ['greet', 'slow_compute']) {
    const inputSchema = z.looseObject({ name: z.string().optional() });
    server.registerTool(name, { ...described, inputSchema }, (given) => said(`Hello, ${given.name}!`));
  }
  const address = {
    $anchor: 'addressDef',
    type: 'object',
    properties: { street: { type: 'string' }, city: { type: 'string' } },
  };
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  });
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const inHeaders = fromJsonSchema({ type: 'object', properties: { region } });
  server.registerTool('test_header_tool', { ...described, inputSchema: inHeaders }, (given) =>
    said(JSON.stringify(given)),
  );
  server.registerTool('json_schema_2020_12_tool', { ...described, inputSchema }, (given) =>
    said(JSON.stringify(given)),
  );
}

/** Asks for one text, or for a yes. */
const askText = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  });
const askYes = () =>
  inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  });

/** A text of an answer; undefined where the question was not answered so. */
function textOf({ mcpReq }: ServerContext, question: string, name: string): string | undefined {
  const answered = z
    .looseObject({ content: z.looseObject({ [name]: z.string() }) })
    .safeParse(mcpReq.inputResponses?.[question]);
  return answered.success ? String(answered.data.content[name]) : undefined;
}

const sampling = (text: string) =>
  inputRequired.createMessage({ messages: [{ ...asked(text) }], maxTokens: 100 });

function addQuestions(server: McpServer): void {
  const ask = (
    name: string,
    answer: (context: ServerContext) => ReturnType<typeof said> | undefined,
    questions: () => InputRequests,
    kind?: string,
  ) =>
    server.registerTool(`test_input_required_result_${name}`, described, async (context) => {
      const done = answer(context);
      if (done) return done;
      const requestState = kind && (await state.mint({ kind }));
      return inputRequired({ inputRequests: questions(), ...(requestState && { requestState }) });
    });
  const has = ({ mcpReq }: ServerContext, name: string) => mcpReq.inputResponses?.[name] !== undefined;
  const kindOf = ({ mcpReq }: ServerContext) => Object(mcpReq.requestState()).kind;

  const askName = () => askText('What is your name?', 'name');
  const greet = (context: ServerContext) => {
    const name = textOf(context, 'user_name', 'name');
    return name === undefined ? undefined : said(`Hello, ${name}!`);
  };
  ask('elicitation', greet, () => ({ user_name: askName() }));
  ask(
    'sampling',
    (context) => (has(context, 'sample_request') ? said('Sampled') : undefined),
    () => ({ sample_request: sampling('What is the capital of France?') }),
  );
  ask(
    'list_roots',
    (context) => (has(context, 'roots_request') ? said('Found roots') : undefined),
    () => ({ roots_request: inputRequired.listRoots() }),
  );
  for (const [name, kind, words] of [
    ['request_state', 'state', 'state-ok: validated'],
    ['tampered_state', 'sealed', 'integrity-ok: verified'],
  ] as const) {
    const confirmed = (context: ServerContext) =>
      kindOf(context) === kind && has(context, 'confirm') ? said(words) : undefined;
    ask(name, confirmed, () => ({ confirm: askYes() }), kind);
  }
  ask(
    'multiple_inputs',
    (context) =>
      kindOf(context) === 'many' &&
      ['user_name', 'greeting', 'client_roots'].every((name) => has(context, name))
        ? said('All inputs received')
        : undefined,
    () => ({
      user_name: askName(),
      greeting: sampling('Say hello'),
      client_roots: inputRequired.listRoots(),
    }),
    'many',
  );
  server.registerTool('test_input_required_result_multi_round', described, async (context) => {
    const { round, name } = Object(context.mcpReq.requestState());
    const given = textOf(context, 'step1', 'name');
    const colour = textOf(context, 'step2', 'color');
    if (round === 2 && colour !== undefined) return said(`Complete for ${name} who likes ${colour}`);
    if (round === 1 && given !== undefined) {
      const requestState = await state.mint({ round: 2, name: given });
      return inputRequired({ inputRequests: { step2: askText('Which colour?', 'color') }, requestState });
    }
    const requestState = await state.mint({ round: 1 });
    return inputRequired({ inputRequests: { step1: askName() }, requestState });
  });
  server.registerTool('test_input_required_result_capabilities', described, (context) => {
    const answered = Object.keys(context.mcpReq.inputResponses ?? {});
    if (answered.length > 0) return said(`capabilities-ok: received ${answered.join(',')}`);
    const client = capabilitiesOf(context);
    const inputRequests = {
      ...(client.elicitation && { elicit_input: askText('Elicitation input', 'value') }),
      ...(client.sampling && { sample_input: sampling('Sample request') }),
    };
    return Object.keys(inputRequests).length === 0
      ? said('No supported capabilities declared')
      : inputRequired({ inputRequests });
  });
  // The SDK refuses to ask a client for what it has not declared.
  server.registerTool('test_missing_capability', described, (context) =>
    has(context, 'sample')
      ? said('Success')
      : inputRequired({ inputRequests: { sample: sampling('Say hello') } }),
  );
  server.registerTool('test_streaming_elicitation', described, async (context) => {
    const { mcpReq } = context;
    const progressToken = mcpReq._meta?.progressToken ?? 0;
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
    return has(context, 'confirm') ? said('Done') : inputRequired({ inputRequests: { confirm: askYes() } });
  });
}

function capabilitiesOf({ mcpReq }: ServerContext): { elicitation?: object; sampling?: object } {
  return Object(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
}

function addResources(server: McpServer): void {
  const plain = { uri: 'test://static-text', mimeType: 'text/plain' };
  server.registerResource('static-text', plain.uri, { mimeType: plain.mimeType }, () => ({
    contents: [{ ...plain, text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, () => ({
    contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, (uri, { id }) => {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
  });
}

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', described, () => ({
    messages: [asked('This is a simple prompt for testing.')],
  }));
  const text = completable(z.string(), () => []);
  const argsSchema = z.object({ arg1: text, arg2: text });
  server.registerPrompt('test_prompt_with_arguments', { ...described, argsSchema }, ({ arg1, arg2 }) => ({
    messages: [asked(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  const resourceUri = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: resourceUri },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      const embedded = { role: 'user', content: { type: 'resource', resource } } as const;
      return { messages: [embedded, asked('Please process the embedded resource above.')] };
    },
  );
  server.registerPrompt('test_prompt_with_image', described, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      asked('Please analyze the image above.'),
    ],
  }));
  server.registerPrompt('test_input_required_result_prompt', described, (context) => {
    const given = textOf(context, 'user_context', 'context');
    return given === undefined
      ? inputRequired({ inputRequests: { user_context: askText('What context?', 'context') } })
      : { messages: [asked(`Prompt with context: ${given}`)] };
  });
}
