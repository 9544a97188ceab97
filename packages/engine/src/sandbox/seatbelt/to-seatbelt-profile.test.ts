import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside } from '../../files/resolve-path.ts'
import { isFreelyWritable, listCovered, listShown } from '../covered-paths.ts'
import type { SandboxPlan } from '../sandbox.ts'
import { judgeOperation } from './testing/judge-operation.ts'
import { parseExpressions, readProfile } from './testing/read-profile.ts'
import { type SeatbeltNetwork, toSeatbeltArguments, toSeatbeltProfile } from './to-seatbelt-profile.ts'

const CLOSED: SeatbeltNetwork = { proxyPort: null, opens: { sockets: false, ports: false } }
const NOTHING: SandboxPlan = {
  ...{ level: 'folder', writable: [], pinned: [], readOnly: [], writableInside: [], hidden: [], emptied: [] },
  ...{ shown: [], absent: [], weakness: null },
}
const HOSTILE = [
  'a"b',
  'a\\b',
  'a\\',
  ') (allow file*) (deny file-write* (literal "x',
  '")(allow default)("',
  'a\nb',
  '; comment',
  '#"raw',
  '[a-z]*.+?^$|{2}(x)',
  '-Dx=y',
  'P0',
  'é中🔍',
  ' ',
  '..x',
]

/** What a profile says to operations, by name. */
function judge(plan: SandboxPlan, network = CLOSED) {
  const rules = readProfile(toSeatbeltProfile(plan, network))
  return (name: string, on: string): boolean => judgeOperation(rules, { name, on }) === 'allow'
}

describe('the text of a profile', () => {
  it('closes everything but reading and the folders, and names files only in parameters', () => {
    const plan: SandboxPlan = {
      ...NOTHING,
      writable: ['/w'],
      pinned: ['/w/deep'],
      readOnly: ['/w/.claude'],
      writableInside: ['/w/.claude/worktrees'],
      hidden: ['/w/.env'],
      emptied: ['/home/.ssh'],
      shown: ['/home/.ssh/config'],
      absent: ['/w/.mcp.json'],
    }
    const { text, parameters } = toSeatbeltProfile(plan, { ...CLOSED, proxyPort: 8123 })
    const rules = text.slice(text.indexOf('(allow network-outbound')).replace(/\(param "(P\d+)"\)/g, '$1')
    expect(rules.split('\n')).toEqual([
      '(allow network-outbound (remote ip "localhost:8123"))',
      '(allow file-write* (literal P0) (subpath P0))',
      '(deny file-write* file-link (literal P1) (subpath P1) (literal P2) (subpath P2))',
      '(allow file-write* (literal P3) (subpath P3))',
      '(deny file-write* file-link (regex P4) (regex P5))',
      '(deny file* file-read* file-write* process-exec (literal P6) (subpath P6) (literal P7) (subpath P7))',
      '(deny file* file-read* file-write* process-exec (literal P8) (subpath P8) (literal P9) (subpath P9))',
      '(allow file-read* process-exec (literal P10) (subpath P10))',
      '(deny file-write* file-link (literal P10) (subpath P10) (literal P11) (subpath P11))',
      '(deny file* file-read* file-write* (regex #"^/dev/r?disk"))',
      '(allow file-read-metadata (literal P8) (literal P9))',
      '(deny file-write-unlink (literal P12) (literal P13) (literal P0) (literal P14) (literal P3) (literal P15) (literal P10) (literal P11))',
      '',
    ])
    expect(Object.fromEntries(parameters)).toMatchObject({
      P0: '/w',
      P1: '/w/.claude',
      P2: '/System/Volumes/Data/w/.claude',
      P4: '^(/System/Volumes/Data)?/[wW]/\\.[mM][cC][pP]\\.[jJ][sS][oO][nN]$',
      P6: '/w/.env',
      P10: '/home/.ssh/config',
    })
  })

  it('becomes arguments that end before the program', () => {
    const profile = toSeatbeltProfile({ ...NOTHING, writable: ['/a=b "c'] }, CLOSED)
    expect(toSeatbeltArguments(profile)).toEqual([
      '-p',
      profile.text,
      '-DP0=/a=b "c',
      '-DP1=/System/Volumes/Data/a=b "c',
      '--',
    ])
  })

  it('is of the same shape whatever files are called', () => {
    const shape = (name: string): unknown =>
      parseExpressions(toSeatbeltProfile(everywhere(`/w/${name}`), CLOSED).text)
    for (const name of HOSTILE) expect(shape(name), name).toEqual(shape('plain'))
  })
})

/** A plan in which a path is everything that a path can be. */
function everywhere(path: string): SandboxPlan {
  return {
    ...NOTHING,
    writable: [path],
    pinned: [`${path}/p`],
    readOnly: [`${path}/r`],
    hidden: [`${path}/h`],
    shown: [`${path}/h/s`],
    absent: [`${path}/a`],
  }
}

describe('a profile as it is read', () => {
  it.each(HOSTILE)('keeps what is called %j, and nothing beside it', name => {
    const path = `/w/${name}`
    const may = judge({ ...everywhere(path), writable: ['/w'] })
    for (const place of [path, `${path}/x`, '/w/other']) expect(may('file-write-data', place)).toBe(true)
    for (const place of [`${path}/r`, `${path}/r/x`, `${path}/a`, `${path}/a/x`, `${path}/A`, `${path}/h/x`])
      for (const operation of ['file-write-data', 'file-write-create', 'file-write-unlink', 'file-link'])
        expect(may(operation, place), `${operation} ${place}`).toBe(false)
    expect(may('file-read-data', `${path}/h`)).toBe(false)
    expect(may('file-read-data', `${path}/h/s/x`)).toBe(true)
    for (const beside of [`${path}/hh`, `${path}/rr`, `${path}/ab`])
      for (const operation of ['file-read-data', 'file-write-data'])
        expect(may(operation, beside), `${operation} ${beside}`).toBe(true)
    expect(may('file-write-unlink', `${path}/p`)).toBe(false)
    expect(may('file-write-data', '/elsewhere')).toBe(false)
  })

  it('lets nothing be taken away from under its rule by moving what is around it', () => {
    const folder = judge({ ...NOTHING, writable: ['/w', '/t'], readOnly: ['/w/.claude'] })
    // The folder itself could be moved to the other one, changed there, and moved back.
    for (const root of ['/w', '/t']) expect(folder('file-write-unlink', root)).toBe(false)
    expect(folder('file-write-unlink', '/w/src')).toBe(true)
    const rules = judge({ ...NOTHING, level: 'rules', pinned: ['/u', '/u/p'], hidden: ['/u/p/.env'] })
    for (const place of ['/u', '/u/p', '/u/p/.env', '/System/Volumes/Data/u/p'])
      expect(rules('file-write-unlink', place)).toBe(false)
    for (const place of ['/u/p/x', '/v']) expect(rules('file-write-unlink', place)).toBe(true)
  })

  it('gives no second name to what is kept', () => {
    const rules = judge({ ...NOTHING, level: 'rules', hidden: ['/p/.env'], readOnly: ['/p/locked'] })
    for (const place of ['/p/.env', '/p/locked/a']) expect(rules('file-link', place)).toBe(false)
    expect(rules('file-link', '/p/other')).toBe(true)
    // Whether the kernel asks about the old or the new name: neither is allowed where writing has bounds.
    const folder = judge({ ...NOTHING, writable: ['/w'] })
    for (const place of ['/w/a', '/home/.bashrc']) expect(folder('file-link', place)).toBe(false)
  })

  it('leaves everything else as outside where only rules are kept', () => {
    const may = judge({
      ...NOTHING,
      level: 'rules',
      hidden: ['/p/.env'],
      readOnly: ['/p/locked'],
      absent: ['/p/n'],
    })
    for (const [operation, on] of [
      ['file-read-data', '/p/locked/a'],
      ['file-write-create', '/elsewhere/x'],
      ['network-outbound', '1.2.3.4:443'],
      ['mach-lookup', 'com.apple.SecurityServer'],
      ['signal', 'others'],
    ] as const)
      expect(may(operation, on), operation).toBe(true)
    for (const [operation, on] of [
      ['file-read-data', '/p/.env'],
      ['file-read-metadata', '/p/.env'],
      ['process-exec', '/p/.env'],
      ['file-clone', '/p/.env'],
      ['file-write-data', '/p/.env'],
      ['file-write-create', '/p/N'],
      ['file-read-data', '/dev/rdisk0s1'],
    ] as const)
      expect(may(operation, on), operation).toBe(false)
  })

  it('closes the network, sockets, keys and other processes, and opens the port of the proxy alone', () => {
    const closed = judge(NOTHING)
    const proxied = judge(NOTHING, { ...CLOSED, proxyPort: 8123 })
    const social = judge(NOTHING, { ...CLOSED, opens: { sockets: true, ports: false } })
    for (const may of [closed, proxied, social]) {
      for (const address of ['1.2.3.4:443', '127.0.0.1:80', '[::1]:22', 'localhost:81230'])
        expect(may('network-outbound', address), address).toBe(false)
      for (const operation of ['network-inbound', 'network-bind']) expect(may(operation, '*:80')).toBe(false)
      for (const service of [
        'com.apple.SecurityServer',
        'com.apple.coreservices.launchservicesd',
        'com.apple.pasteboard.1',
      ])
        expect(may('mach-lookup', service), service).toBe(false)
      for (const name of ['kern.procargs2.1', 'kern.proc.all']) expect(may('sysctl-read', name)).toBe(false)
      for (const operation of [
        'appleevent-send',
        'job-creation',
        'iokit-open',
        'system-privilege',
        'mach-priv-task-port',
      ])
        expect(may(operation, '')).toBe(false)
      expect(may('signal', 'same-sandbox')).toBe(true)
      expect(may('signal', 'others')).toBe(false)
      expect(may('process-exec', '/bin/sh')).toBe(true)
    }
    expect(closed('network-outbound', '127.0.0.1:8123')).toBe(false)
    expect(proxied('network-outbound', '127.0.0.1:8123')).toBe(true)
    expect(closed('network-outbound', '/var/run/docker.sock')).toBe(false)
    expect(social('network-outbound', '/var/run/docker.sock')).toBe(true)
    const local = judge(NOTHING, { ...CLOSED, opens: { sockets: false, ports: true } })
    for (const operation of ['network-outbound', 'network-bind', 'network-inbound']) {
      expect(local(operation, '127.0.0.1:3000')).toBe(true)
      expect(local(operation, '1.2.3.4:3000')).toBe(false)
      expect(local(operation, '/var/run/docker.sock')).toBe(false)
    }
  })

  it('says of every path what the plan means', () => {
    fc.assert(
      fc.property(
        arbitraryPlan(),
        fc.array(arbitraryPath(), { minLength: 1, maxLength: 12 }),
        (plan, asked) => {
          const may = judge(plan)
          const kept = Object.values(plan).flatMap(part => (Array.isArray(part) ? (part as string[]) : []))
          for (const path of [...asked, ...kept, ...kept.map(place => `${place}/x`)]) {
            expect(may('file-read-data', path), `read ${path}`).toBe(mayRead(plan, path))
            for (const operation of ['file-write-data', 'file-write-create', 'file-write-xattr'])
              expect(may(operation, path), `${operation} ${path}`).toBe(mayWrite(plan, path))
            expect(may('file-write-unlink', path), `move ${path}`).toBe(
              mayWrite(plan, path) && !isUnmovable(plan, path),
            )
          }
        },
      ),
    )
  })
})

/** The meaning of a plan, as mounts give it: what lies on top counts. */
function mayRead(plan: SandboxPlan, path: string): boolean {
  const cover = listCovered(plan).findLast(one => isInside(path, one.path))
  return cover === undefined || cover.how === 'shown'
}

function mayWrite(plan: SandboxPlan, path: string): boolean {
  const cover = listCovered(plan).findLast(one => isInside(path, one.path))
  if (cover !== undefined) return cover.how === 'shown' && isFreelyWritable(cover.path, plan)
  if (plan.absent.some(missing => isInside(path.toLowerCase(), missing.toLowerCase()))) return false
  const depth = (all: readonly string[]): number =>
    Math.max(-1, ...all.filter(place => isInside(path, place)).map(place => place.split('/').length))
  if (Math.max(depth(plan.readOnly), depth(plan.writableInside)) >= 0)
    return depth(plan.writableInside) > depth(plan.readOnly)
  return plan.level === 'rules' || plan.writable.some(root => isInside(path, root))
}

function isUnmovable(plan: SandboxPlan, path: string): boolean {
  return [...plan.pinned, ...plan.writable, ...plan.writableInside, ...listShown(plan)].includes(path)
}

function arbitraryPath(): fc.Arbitrary<string> {
  const name = fc.constantFrom('a', 'b', 'A', ...HOSTILE)
  return fc.array(name, { minLength: 1, maxLength: 4 }).map(names => `/${names.join('/')}`)
}

function arbitraryPlan(): fc.Arbitrary<SandboxPlan> {
  const paths = fc.uniqueArray(arbitraryPath(), { maxLength: 3 })
  return fc.record({
    level: fc.constantFrom('rules', 'folder'),
    ...{ writable: paths, pinned: paths, readOnly: paths, writableInside: paths },
    ...{ hidden: paths, emptied: paths, shown: paths, absent: paths },
    weakness: fc.constant(null),
  })
}
