/** The variables that say where it is to listen, for a message to name. */
interface Listening {
  host: string;
  port: number;
  hostVariable: string;
  portVariable: string;
}

/** Explains to an operator what to do about an address on which nothing can listen. */
export function explainListening(
  error: NodeJS.ErrnoException,
  { host, port, hostVariable, portVariable }: Listening,
): Error {
  const unknown = `No machine is called ${host}: set ${hostVariable} to an address of this one, or to 0.0.0.0 for all.`;
  const advice: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken: set ${portVariable} to another, or stop what listens there.`,
    EACCES: `Port ${port} may not be used by this user: set ${portVariable} to one from 1024 on.`,
    EADDRNOTAVAIL: `This machine has no address ${host}: set ${hostVariable} to one that it has, or to 0.0.0.0 for all.`,
    ENOTFOUND: unknown,
    // The same, without a name server.
    EAI_AGAIN: unknown,
  };
  const known = advice[error.code ?? ''];
  return known === undefined ? error : new Error(known, { cause: error });
}
