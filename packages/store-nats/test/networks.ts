import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'

/** Networks of this machine alone, one for each server, whose cables can be pulled. */
export type Networks = {
  readonly hosts: readonly { readonly address: string; readonly command: readonly string[] }[]
  readonly cut: (index: number) => void
  readonly mend: (index: number) => void
  readonly remove: () => void
}

/** Makes some of them, joined by a bridge that nothing else is joined to. */
export function createNetworks(count: number): Networks {
  const id = randomBytes(3).toString('hex')
  const subnet = `10.213.${randomBytes(1).readUInt8() % 250}`
  const bridge = `anti${id}`
  const spaceOf = (index: number): string => `anti${id}n${index}`
  const cableOf = (index: number): string => `anti${id}v${index}`
  const indexes = Array.from({ length: count }, (_, index) => index)
  const remove = (): void => {
    for (const index of indexes) attempt('netns', 'del', spaceOf(index))
    for (const index of indexes) attempt('link', 'del', cableOf(index))
    attempt('link', 'del', bridge)
  }
  try {
    run('link', 'add', bridge, 'type', 'bridge')
    run('addr', 'add', `${subnet}.254/24`, 'dev', bridge)
    run('link', 'set', bridge, 'up')
    for (const index of indexes) {
      const [space, cable] = [spaceOf(index), cableOf(index)]
      run('netns', 'add', space)
      run('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      run('link', 'set', cable, 'master', bridge, 'up')
      run('-n', space, 'addr', 'add', `${subnet}.${index + 1}/24`, 'dev', 'eth0')
      run('-n', space, 'link', 'set', 'eth0', 'up')
      run('-n', space, 'link', 'set', 'lo', 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  return {
    hosts: indexes.map(index => ({
      address: `${subnet}.${index + 1}`,
      command: ['ip', 'netns', 'exec', spaceOf(index)],
    })),
    cut: index => run('link', 'set', cableOf(index), 'down'),
    mend: index => run('link', 'set', cableOf(index), 'up'),
    remove,
  }
}

/** Why there are none here, or null where there are: they were made once to find out. */
export function whyNoNetworks(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are Linux alone'
  try {
    createNetworks(1).remove()
    return null
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return `no networks can be made: ${text.trim().replaceAll(/\s+/g, ' ')}`
  }
}

function run(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 })
}

function attempt(...words: readonly string[]): void {
  try {
    run(...words)
  } catch {
    // It was never made, or went with its namespace.
  }
}
