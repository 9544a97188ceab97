import {
  findAccessEnd,
  findConfigFolder,
  homeOf,
  type Io,
  ProgramError,
  readAccessList,
  toAccessPath,
} from '@antiphon/host'
import { isLoopback, type TrustedProxy } from '@antiphon/server'
import type { WindowOptions } from './run-server.ts'

/** Throws where a window would be opened for others, and nobody may look in. */
export async function checkAccess(options: WindowOptions, io: Io): Promise<void> {
  const isForOthers =
    (options.host !== undefined && !isLoopback(options.host)) || toTrustedProxy(options) !== null
  if (!isForOthers) return
  const folder = findConfigFolder(io.env, homeOf(io))
  if (folder === null) throw new ProgramError('wrong-use', 'There is no home to keep access in. Set HOME.')
  const { people, problem } = await readAccessList(folder)
  if (problem !== null) throw new ProgramError('unreadable', `${toAccessPath(folder)} ${problem}.`)
  if (people.some(person => findAccessEnd(person, Date.now()) === null)) return
  throw new ProgramError(
    'wrong-use',
    'Nobody may look in yet. Say who: `antiphon access add NAME --role reader`, which prints their token; then open the window again.',
  )
}

/** The proxy that is trusted to say who somebody is; null where none is. */
export function toTrustedProxy({ trustProxy = [], identityHeader }: WindowOptions): TrustedProxy | null {
  if (trustProxy.length === 0 && identityHeader === undefined) return null
  if (trustProxy.length === 0 || identityHeader === undefined)
    throw new ProgramError(
      'wrong-use',
      'A proxy is trusted by its address and the header that it sets: say both --trust-proxy ADDRESS and --identity-header NAME.',
    )
  return { addresses: trustProxy, header: identityHeader }
}
