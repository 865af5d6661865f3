const WIDTH = 100;

/** Texts of the sources are strangers' words: what could steer a terminal is left out. */
export function harmless(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}

export function wrapped(text: string, indent: string, width = WIDTH): string[] {
  const words = harmless(text).split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, indent + line];
}
