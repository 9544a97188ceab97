import type { QueryEvent } from '@antiphon/engine'
import type { HeadlessSession } from './headless-session.ts'
import { toHostEvents } from './to-host-events.ts'

/** Tells the host of something that happened outside a turn. */
export async function tellHost(
  { host, interest }: Pick<HeadlessSession, 'host' | 'interest'>,
  event: QueryEvent,
): Promise<void> {
  for (const wire of toHostEvents(event, interest)) await host.send(wire)
}
