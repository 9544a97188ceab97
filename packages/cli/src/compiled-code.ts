import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { findCacheFolder } from '@antiphon/search'
import { makeFolder } from '@antiphon/transcript'

/**
 * Keeps what V8 makes of the program's files, so that the next start need not compile them again: beside them where they
 * may be written, else among the person's caches. It may be deleted at any time, and whatever is wrong with it costs
 * only the time that it would have saved. Gives how the program's own files are loaded from then on.
 */
export function keepCompiledCode(folder: string): (file: string) => unknown {
  const version = `${process.version}-${process.arch}${nameFlags()}`
  const caches = findCacheFolder(process.env, homedir())
  const places = [folder, ...(caches === null ? [] : [caches])].map(place => join(place, 'code', version))
  const requireAny = createRequire(join(folder, 'start.js'))
  // Newer versions of Node do it themselves.
  if (hasCompileCache(nodeModule)) {
    const place = places.find(canWrite)
    if (place !== undefined) nodeModule.enableCompileCache(place)
    return requireAny
  }
  const unkept: KeptScript[] = []
  process.once('exit', () => {
    const place = unkept.length > 0 ? places.find(canWrite) : undefined
    if (place === undefined) return
    for (const kept of unkept) writeKept(place, kept)
    removeOthers(place)
  })
  return createLoader(folder, requireAny, (name, source) => {
    const mark = crc32(source)
    const cachedData = readKept(places, name, mark)
    // The bundle is ASCII: its text takes half of the memory that other letters would, and need not be decoded.
    const script = new Script(nodeModule.wrap(source.toString('latin1')), {
      filename: join(folder, name),
      ...(cachedData && { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (!cachedData || script.cachedDataRejected) unkept.push({ name, mark, script })
    return script
  })
}

/**
 * Node's loader for the files of one flat folder, without what that asks the disk of each: links, package files, other
 * endings. What is no file of the folder is Node's to find.
 */
function createLoader(
  folder: string,
  requireAny: NodeJS.Require,
  compile: (name: string, source: Buffer) => Script,
): (file: string) => unknown {
  const loaded = new Map<string, { exports: unknown }>()
  function load(file: string): unknown {
    if (LARGE_PARTS_OF_NODE.has(file)) return loadWhenUsed(() => requireAny(file))
    if (!file.startsWith('./')) return requireAny(file)
    const name = file.slice(2)
    const known = loaded.get(name)
    if (known) return known.exports
    const module = { exports: {} as unknown }
    loaded.set(name, module)
    try {
      const run = compile(name, readFileSync(join(folder, name))).runInThisContext() as RunModule
      run.call(module.exports, module.exports, load, module, join(folder, name), folder)
    } catch (error) {
      loaded.delete(name)
      throw error
    }
    return module.exports
  }
  return load
}

/** What Node itself has to compile when it is asked for: each takes milliseconds, and few commands use them. */
const LARGE_PARTS_OF_NODE: ReadonlySet<string> = new Set(
  ['child_process', 'crypto', 'http', 'https', 'net', 'readline', 'tls', 'worker_threads', 'zlib'].map(
    name => `node:${name}`,
  ),
)

/** A module that is loaded when something of it is first asked for. */
function loadWhenUsed(load: () => object): object {
  let module: object | undefined
  const reach = (): object => (module ??= load())
  return new Proxy(
    {},
    {
      get: (_, name) => Reflect.get(reach(), name),
      has: (_, name) => Reflect.has(reach(), name),
      ownKeys: () => Reflect.ownKeys(reach()),
      getOwnPropertyDescriptor(_, name) {
        const found = Reflect.getOwnPropertyDescriptor(reach(), name)
        return found && { ...found, configurable: true }
      },
    },
  )
}

type RunModule = (
  this: unknown,
  exports: unknown,
  require: (file: string) => unknown,
  module: { exports: unknown },
  path: string,
  folder: string,
) => unknown

type KeptScript = {
  readonly name: string
  /** Of the source: V8 itself compares only its length. */
  readonly mark: number
  readonly script: Script
}

type CompileCache = { readonly enableCompileCache: (folder: string) => unknown }

function hasCompileCache(module: object): module is CompileCache {
  return 'enableCompileCache' in module
}

/** V8 takes only what it made under the same flags: whoever starts with some and without would make it anew each time. */
function nameFlags(): string {
  const mayHaveSome = process.execArgv.length > 0 || Boolean(process.env.NODE_OPTIONS)
  if (!mayHaveSome) return ''
  // Almost nobody has any, and Node would have to compile the module for nothing.
  return `-${process.getBuiltinModule('node:v8').cachedDataVersionTag().toString(16)}`
}

/** What another version of Node or other flags made stays for a few of them, the newest. */
const KEPT_PLACES = 4

function removeOthers(place: string): void {
  try {
    const all = readdirSync(dirname(place)).map(name => join(dirname(place), name))
    if (all.length <= KEPT_PLACES) return
    const ages = new Map(all.map(path => [path, statSync(path).mtimeMs]))
    const oldest = all.sort((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0)).slice(KEPT_PLACES)
    for (const path of oldest) if (path !== place) rmSync(path, { recursive: true, force: true })
  } catch {
    // Somebody else removes them, or nobody may.
  }
}

function canWrite(folder: string): boolean {
  try {
    makeFolder(folder)
    return true
  } catch {
    return false
  }
}

// Two sums stand before the code: of the source, and of the code itself, which V8 does not check.
const HEAD_BYTES = 8

function readKept(places: readonly string[], name: string, mark: number): Buffer | undefined {
  for (const place of places) {
    try {
      const kept = readFileSync(join(place, `${name}.bin`))
      const code = kept.subarray(HEAD_BYTES)
      if (kept.readUInt32LE(0) === mark && kept.readUInt32LE(4) === crc32(code)) return code
    } catch {
      // Not kept there, or cut off.
    }
  }
  return undefined
}

function writeKept(place: string, { name, mark, script }: KeptScript): void {
  try {
    const code = script.createCachedData()
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt32LE(mark, 0)
    head.writeUInt32LE(crc32(code), 4)
    const draft = join(place, `${name}.${process.pid}`)
    writeFileSync(draft, Buffer.concat([head, code]))
    renameSync(draft, join(place, `${name}.bin`))
  } catch {
    // A full disk is no reason to fail: the next start compiles once more.
  }
}
