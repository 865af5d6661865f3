import { textWidth, wrapped } from '../view/text.ts';

/** Says beside the output what a person should know: on a terminal in lines that fit, elsewhere in lines as they are. */
export function tell(text: string): void {
  const { stderr } = process;
  const width = stderr.isTTY ? textWidth(stderr) : Number.POSITIVE_INFINITY;
  const lines = text.split('\n').flatMap((line) => (line.length > width ? wrapped(line, '', width) : [line]));
  stderr.write(`${lines.join('\n')}\n`);
}

/** Says what went wrong. */
export function complain(error: unknown): void {
  tell(`forecourt: ${error instanceof Error ? error.message : error}`);
}
