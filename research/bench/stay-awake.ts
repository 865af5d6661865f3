/** A generator that sleeps must be woken by the server's write, which on a virtual machine costs more than the answer. */
export function stayAwake(): Disposable {
  let awake = true;
  const spin = () => {
    if (awake) setImmediate(spin);
  };
  spin();
  return {
    [Symbol.dispose]() {
      awake = false;
    },
  };
}
