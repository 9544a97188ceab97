import { randomUUID } from 'node:crypto'
import { toLines } from '@antiphon/transcript'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, headers } from '@nats-io/transport-node'
import { createBroker } from '../connection/broker.ts'
import { readAddress } from '../connection/server-address.ts'
import { beginSubject } from '../log/held-subject.ts'
import { writeFrame } from '../log/write-frame.ts'
import { toLogSubject, toStreamNames } from '../stream/stream-names.ts'

/** The client by itself, with the expectation that the store has: what a bench compares with. */
export async function openRawPublisher(url: string): Promise<{
  readonly publish: (log: string, line: Uint8Array) => Promise<unknown>
  readonly close: () => Promise<void>
}> {
  const { servers, space } = readAddress(url, {})
  const connection = await connect({ servers: [...servers], noAsyncTraces: true })
  const client = jetstream(connection)
  const manager = await jetstreamManager(connection)
  const places = new Map<string, number>()
  const run = randomUUID()
  return {
    async publish(log, line) {
      const subject = `${space}.log.raw.${run}.${log}`
      const expected = headers()
      expected.set('Nats-Expected-Last-Subject-Sequence', String(places.get(log) ?? 0))
      try {
        places.set(log, (await client.publish(subject, line, { headers: expected })).seq)
      } catch {
        // A busy cluster refuses or loses one now and then; where the log ends by then is asked for.
        const last = await manager.streams.getMessage(`${space}_logs`, { last_by_subj: subject })
        places.set(log, last?.seq ?? 0)
      }
    },
    close: () => connection.close(),
  }
}

/** So many logs of one line each, as the store writes them, without anybody who holds them. */
export async function fillLogs(url: string, count: number, line: Uint8Array): Promise<void> {
  const broker = createBroker({ address: readAddress(url, {}) })
  const names = toStreamNames(broker.address.space)
  const lines = toLines([line])
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const key = { project: '-many', session: `log-${next++}` }
        const log = beginSubject({
          key,
          subject: toLogSubject(names, key),
          author: { person: 'ana', host: 'one' },
        })
        await writeFrame(broker, log, { stream: names.logs, lines })
      }
    }),
  )
  await broker.close()
}

const AT_ONCE = 256
