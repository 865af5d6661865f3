/**
 * The JSON object in a model's answer: models put a fence around it, or words before and behind it, although they were
 * asked not to. Where there is none the text stays as it is.
 */
export function findJson(text: string): string {
  const end = text.lastIndexOf('}') + 1;
  for (let start = text.indexOf('{'); start >= 0 && start < end; start = text.indexOf('{', start + 1)) {
    const part = text.slice(start, end);
    if (isJson(part)) return part;
    // What does not begin like an object is one of the words.
    if (/^\{\s*["}]/.test(part)) return text;
  }
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
