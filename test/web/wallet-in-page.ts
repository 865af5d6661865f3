import type { BrowserContext } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';

export const BASE = '0x2105';

type Answer = (method: string, params: unknown[]) => Promise<unknown>;

/** Puts a wallet into every page, as an extension would; its answers come from this process. */
export async function putWallet(context: BrowserContext, answer: Answer): Promise<void> {
  await context.exposeFunction('walletAnswers', answer);
  await context.addInitScript(`{
    const provider = { request: async ({ method, params = [] }) => {
      const answer = await walletAnswers(method, params);
      if ('refusal' in Object(answer)) throw answer.refusal ?? undefined;
      return answer;
    } };
    const detail = Object.freeze({ info: { uuid: 'injected-1', name: 'Injected', rdns: 'test.injected', icon: '' }, provider });
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }`);
}

/** Answers as a wallet on Base does that agrees to all. */
export async function answerWith(
  wallet: PrivateKeyAccount,
  method: string,
  params: unknown[],
): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      return [wallet.address.toLowerCase()];
    case 'eth_chainId':
      return BASE;
    case 'eth_signTypedData_v4':
      return wallet.signTypedData(JSON.parse(String(params[1])));
    case 'personal_sign':
      return wallet.signMessage({ message: { raw: params[0] as `0x${string}` } });
    default:
      return { refusal: { code: -32601, message: `The wallet does not know ${method}` } };
  }
}
