const LOOK_EVERY_MS = 250;

/**
 * Ends this process, as SIGTERM does, when npm or the launcher that started it is gone: neither passes on that it was
 * killed. Whoever starts it otherwise, such as a shell that ends and leaves it running, may go.
 */
export function endWithStarter() {
  // biome-ignore lint/style/noProcessEnv: who started this process is no setting
  const { npm_lifecycle_event: npmScript, FORECOURT_LAUNCHER: launcher } = process.env;
  if (npmScript === undefined && launcher === undefined) return;
  const starter = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
