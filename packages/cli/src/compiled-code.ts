import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'
import { findCacheFolder } from '@antiphon/search'

/**
 * Keeps what V8 makes of the program's files, so that the next start need not compile them again: beside them where they
 * may be written, else among the person's caches. It may be deleted at any time, and whatever is wrong with it costs
 * only the time that it would have saved.
 */
export function keepCompiledCode(folder: string): void {
  const version = `${process.version}-${process.arch}`
  const caches = findCacheFolder(process.env, homedir())
  const places = [folder, ...(caches === null ? [] : [caches])].map(place => join(place, 'code', version))
  // Newer versions of Node do it themselves.
  if (hasCompileCache(nodeModule)) {
    const place = places.find(canWrite)
    if (place !== undefined) nodeModule.enableCompileCache(place)
    return
  }
  const unkept: KeptScript[] = []
  const compile = Module.prototype._compile
  Module.prototype._compile = function compileKept(this: LoadedModule, source, path) {
    if (dirname(path) !== folder) return compile.call(this, source, path)
    const name = `${basename(path)}.bin`
    const mark = crc32(source)
    const cachedData = readKept(places, name, mark)
    const script = new Script(nodeModule.wrap(source), {
      filename: path,
      ...(cachedData && { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (!cachedData || script.cachedDataRejected) unkept.push({ name, mark, script })
    const run = script.runInThisContext() as RunModule
    return run.call(this.exports, this.exports, createRequire(path), this, path, folder)
  }
  process.once('exit', () => {
    const place = unkept.length > 0 ? places.find(canWrite) : undefined
    if (place !== undefined) for (const kept of unkept) writeKept(place, kept)
  })
}

type RunModule = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: LoadedModule,
  path: string,
  folder: string,
) => unknown

type LoadedModule = { readonly exports: unknown }

type KeptScript = {
  readonly name: string
  /** Of the source: V8 itself compares only its length. */
  readonly mark: number
  readonly script: Script
}

/** Node's loader, of which its types do not tell. */
const Module = nodeModule as unknown as {
  readonly prototype: { _compile: (this: LoadedModule, source: string, path: string) => unknown }
}

type CompileCache = { readonly enableCompileCache: (folder: string) => unknown }

function hasCompileCache(module: object): module is CompileCache {
  return 'enableCompileCache' in module
}

function canWrite(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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
      const kept = readFileSync(join(place, name))
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
    renameSync(draft, join(place, name))
  } catch {
    // A full disk is no reason to fail: the next start compiles once more.
  }
}
