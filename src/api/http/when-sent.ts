import type { ServerResponse } from 'node:http';

/**
 * Calls the function once: with true when the operating system has taken the whole response, with false when the
 * connection closed before that.
 */
export function whenSent(response: ServerResponse, note: (whole: boolean) => void): void {
  if (response.destroyed || response.writableFinished) {
    note(response.writableFinished);
    return;
  }
  const conclude = (whole: boolean) => {
    response.off('finish', finish).off('close', close);
    note(whole);
  };
  const finish = () => conclude(true);
  const close = () => conclude(response.writableFinished);
  response.once('finish', finish).once('close', close);
}
