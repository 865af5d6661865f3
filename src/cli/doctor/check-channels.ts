import type { Storage } from '../../storage/storage.ts';
import type { BooksChain } from '../sales/compare.ts';
import { type Finding, ok, warning } from './probe.ts';

/** Says what channels hold, and until when it can be claimed where payers ask for theirs: the chain knows that first. */
export async function checkChannels(
  { channels: store }: Pick<Storage, 'channels'>,
  { rpc, ...place }: BooksChain,
): Promise<Finding[]> {
  const channels = await store.all();
  if (channels.length === 0) return [];
  // What reads them takes a while to load.
  const { clientOf, owed, readChannels, readLeft } = await import('../../payments/channels/contract.ts');
  const [check, client] = ['channels', clientOf(rpc)];
  try {
    const what = `hold ${(await readLeft(client, channels, place)).inWords}`;
    const owing = channels.filter((one) => owed(one) > 0n);
    const ends: number[] = [];
    for await (const [{ channelConfig }, { withdrawRequestedAt }] of readChannels(client, owing))
      if (withdrawRequestedAt > 0) ends.push(withdrawRequestedAt + channelConfig.withdrawDelay);
    if (ends.length === 0) return [ok(check, what)];
    const until = new Date(Math.min(...ends) * 1_000).toISOString();
    const fix = 'Start the service, which claims it; where it runs, look into its log for channel_trouble.';
    return [warning(check, `${what}; a payer takes back what is not claimed by ${until}`, fix)];
  } catch {
    return [warning(check, 'the node does not say what they hold', 'Correct RPC_URL, or use another node.')];
  }
}
