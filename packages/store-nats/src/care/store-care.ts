import type { FleetCare } from '@antiphon/transcript'
import { createBroker } from '../connection/broker.ts'
import { readAddress } from '../connection/server-address.ts'
import { migrate } from '../stream/stream-layout.ts'

export type StoreCareOptions = {
  readonly url: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly patienceMs?: number
}

/** Connects when something is asked. */
export function openStoreCare({
  url,
  env = process.env,
  patienceMs,
}: StoreCareOptions): Pick<FleetCare, 'migrate' | 'close'> {
  const broker = createBroker({
    address: readAddress(url, env),
    ...(patienceMs !== undefined && { patienceMs }),
  })
  return {
    migrate: () => migrate(broker),
    close: () => broker.close(),
  }
}
