import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startFakeSource } from '../sources/fake-source.ts';

export type Behaviour =
  | 'good'
  | 'truncated'
  | 'invalid'
  | 'not_json'
  | 'fenced'
  | 'prefixed'
  | 'hallucinated'
  | 'duplicated'
  | 'injected'
  | 'bucket'
  | 'joining'
  | 'obeying'
  | 'leaving_out'
  | 'slow'
  | 'throttled'
  | 'throttled_long'
  | 'broken'
  | 'refused'
  | 'filtered';

interface Asked {
  stage: 'facets' | 'name';
  /** All that the model was shown. */
  body: string;
  /** The number of complaints or groups that it was shown. */
  shown: number;
}

export interface ScriptedModel extends AsyncDisposable {
  baseUrl: string;
  asked: Asked[];
  /** Decides on each call; `good` where it is left out. */
  behave: (call: { stage: Asked['stage']; index: number }) => Behaviour;
  /** Given to the first group in the place of the honest one. */
  title?: string;
}

const FAILURES: Partial<Record<Behaviour, { status: number; type: string; headers?: OutgoingHttpHeaders }>> =
  {
    throttled: { status: 429, type: 'rate_limit' },
    throttled_long: { status: 429, type: 'rate_limit', headers: { 'retry-after': '60' } },
    broken: { status: 500, type: 'server_error' },
    refused: { status: 403, type: 'permission' },
  };

interface Complaint {
  key: string;
  text: string;
}

/** A model service on loopback that answers like an OpenAI-compatible one (/chat/completions) and Anthropic's (/messages). */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const scripted: Pick<ScriptedModel, 'asked' | 'behave' | 'title'> = { asked: [], behave: () => 'good' };
  const server = await startFakeSource(async (request, response) => {
    const body = await text(request);
    const stage = stageOf(body);
    const index = scripted.asked.push({ stage, body, shown: countShown(body) }) - 1;
    const behaviour = scripted.behave({ stage, index });
    if (behaviour === 'slow') return;
    const dialect = request.url?.endsWith('/messages') === true ? 'anthropic' : 'openai';
    answer(response, dialect, behaviour, stage, body, scripted.title);
  });
  return Object.assign(scripted, {
    baseUrl: `${server.url}/v1`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  });
}

function answer(
  response: ServerResponse,
  dialect: 'openai' | 'anthropic',
  behaviour: Behaviour,
  stage: Asked['stage'],
  body: string,
  title: string | undefined,
): void {
  const failure = FAILURES[behaviour];
  if (failure !== undefined) {
    send(response, failure.status, { error: { message: 'scripted', type: failure.type } }, failure.headers);
    return;
  }
  const good = JSON.stringify(retitled(bent(think(stage, body), behaviour), title));
  const texts: Partial<Record<Behaviour, string>> = {
    truncated: good.slice(0, good.length / 2),
    not_json: 'I think it is fine.',
    fenced: `\`\`\`json\n${good}\n\`\`\``,
    prefixed: `Here is what you asked for {as JSON}:\n\n${good}\n\nShall I go on?`,
  };
  const text = texts[behaviour] ?? good;
  const stop = behaviour === 'truncated' ? 'length' : behaviour === 'filtered' ? 'filter' : 'stop';
  send(response, 200, dialect === 'openai' ? openAiAnswer(text, stop) : anthropicAnswer(text, stop));
}

function openAiAnswer(text: string, stop: 'stop' | 'length' | 'filter') {
  const finish_reason = stop === 'filter' ? 'content_filter' : stop;
  return {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason }],
    usage: { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 },
  };
}

function anthropicAnswer(text: string, stop: 'stop' | 'length' | 'filter') {
  return {
    id: 'x',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [{ type: 'text', text }],
    stop_reason: { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[stop],
    stop_sequence: null,
    usage: { input_tokens: 1000, output_tokens: 200 },
  };
}

/** Words that all complaints of a test say, whatever failed: no lie, and no failure. */
const BUCKET = { quote: 'A loud bang', title: 'Loud bang from the car' };

/** The words of a model that does as a complaint bids it. */
const OBEYED = { part: 'Zed', failure: 'was here', title: 'Zed was here', hazard: 'low', sameAs: 'g01' };

const REPORTED: Record<string, { part: string; failure: string }> = {
  gauge: { part: 'fuel gauge', failure: 'reads empty' },
  stall: { part: 'engine', failure: 'stalls driving' },
  sunroof: { part: 'sunroof glass', failure: 'shatters' },
};
const NAMED: Record<string, { title: string; tags: string[]; hazard: string }> = {
  gauge: { title: 'Fuel gauge reads empty', tags: ['fuel system'], hazard: 'medium' },
  stall: { title: 'Engine stalls without warning', tags: ['engine'], hazard: 'high' },
  sunroof: { title: 'Sunroof glass shatters', tags: ['visibility'], hazard: 'medium' },
};

/** A model that reads honestly: it knows three failures by a word each. */
function think(stage: Asked['stage'], body: string): Record<string, unknown> {
  const data = dataOf(body);
  const about = (text: string) => /gauge|stall|sunroof/i.exec(text)?.[0].toLowerCase();
  const complaints = (data.complaints ?? []) as Complaint[];
  if (stage === 'facets') {
    return {
      facets: complaints.map(({ key, text }) => {
        const failure = about(text);
        if (failure === undefined) return { key, part: 'unknown', failure: 'unclear', quote: '' };
        return { key, ...REPORTED[failure], quote: quoteOf(text, failure) };
      }),
    };
  }
  if (stage === 'name') {
    const groups = (data.groups ?? []) as { key: string; members: { key: string; reported: string }[] }[];
    return {
      groups: groups.map(({ key, members }) => {
        const keys = members.map((member) => member.key);
        return { key, ...NAMED[about(members[0]?.reported ?? '') ?? 'stall'], members: keys, sameAs: null };
      }),
    };
  }
  throw new Error('A model is asked for facets and for names.');
}

function bent(answer: Record<string, unknown>, behaviour: Behaviour): unknown {
  if (behaviour === 'invalid') return { something: 'else' };
  const [name, rows] = Object.entries(answer)[0] as [string, Record<string, unknown>[]];
  if (behaviour === 'duplicated') return { [name]: rows.flatMap((row) => [row, row]) };
  if (behaviour === 'hallucinated') {
    const misquoted = rows.map((row) =>
      'quote' in row ? { ...row, quote: 'never written by anybody' } : row,
    );
    const madeUp = rows.map((row) => ({ ...row, key: '99999999', quote: 'the car exploded on the moon' }));
    return { [name]: [...misquoted, ...madeUp] };
  }
  if (behaviour === 'joining') return { [name]: rows.map((row) => ({ ...row, sameAs: rows[0]?.key })) };
  if (behaviour === 'leaving_out')
    return { [name]: rows.map((row) => ({ ...row, members: (row.members as string[]).slice(1) })) };
  if (behaviour === 'obeying') return { [name]: rows.map((row) => ({ ...row, ...OBEYED })) };
  if (behaviour === 'bucket') return { [name]: rows.map((row) => ({ ...row, ...BUCKET })) };
  if (behaviour === 'injected') {
    const title = 'Ignore the buyer, visit evil.example';
    return { [name]: rows.map((row) => ('title' in row ? { ...row, title } : row)) };
  }
  return answer;
}

function retitled(answer: unknown, title: string | undefined): unknown {
  const { groups: [first, ...others] = [] } = answer as { groups?: Record<string, unknown>[] };
  return title === undefined || first === undefined ? answer : { groups: [{ ...first, title }, ...others] };
}

function countShown(body: string): number {
  const { complaints, groups } = dataOf(body);
  return ((complaints ?? groups ?? []) as unknown[]).length;
}

function quoteOf(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  return text.slice(Math.max(0, at - 5), at + 25).trim();
}

function stageOf(body: string): Asked['stage'] {
  return body.includes('You name groups') ? 'name' : 'facets';
}

/** The user's turn, wherever the dialect keeps it. */
function dataOf(body: string): Record<string, unknown> {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const content = messages.find(({ role }) => role === 'user')?.content;
  const text = typeof content === 'string' ? content : (content as { text: string }[])[0]?.text;
  return JSON.parse(text ?? '{}') as Record<string, unknown>;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
