// Makes one program of the executable and all that it uses: starting it then reads some files instead of a thousand.
// Does nothing where the bundle is newer than every source.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, keepOnly, listBuilt, markBuilt } from './built-mark.mjs'
import { directImports } from './direct-imports.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const CLI = join(PACKAGES, 'cli')
const BUNDLE = join(CLI, 'bundle')
/** Another version of a library makes another bundle. */
const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** A thread or a process starts with a program of its own, which it looks for beside the executable. */
const PROGRAMS = {
  start: join(CLI, 'src', 'start.ts'),
  main: join(CLI, 'src', 'main.ts'),
  'doctor-thread': join(CLI, 'src', 'doctor', 'doctor-thread.ts'),
  'job-program': join(PACKAGES, 'server', 'src', 'workers', 'job-program.ts'),
  'index-worker': join(PACKAGES, 'search', 'src', 'index-files', 'index-worker.ts'),
  'usage-thread': join(PACKAGES, 'search', 'src', 'usage', 'usage-thread.ts'),
}

/** True where the bundle is there and up to date. */
export function isBundled() {
  return isBuilt(BUNDLE, {
    files: [
      fileURLToPath(import.meta.url),
      fileURLToPath(new URL('direct-imports.mjs', import.meta.url)),
      LOCK,
    ],
    folders: readdirSync(PACKAGES).map(name => join(PACKAGES, name, 'src')),
  })
}

/** Builds the bundle if it is not up to date; vitest calls it before all tests. */
export async function setup() {
  if (!isBundled()) await bundle(BUNDLE, PROGRAMS)
}

/** Leaves nothing in the bundle but what its sources make today: that is shipped. */
export async function bundleToShip() {
  await setup()
  keepOnly(BUNDLE, listBuilt(BUNDLE))
}

/** Shares no part with the others: it is loaded by Node's own loader, they by the one that it brings. */
const ALONE = 'start'

/**
 * Builds programs into a folder. A program that was started from the build before may still have to load its own parts,
 * whose names hold their hashes: those stay until the next build, older ones go.
 */
export async function bundle(folder, programs) {
  const { [ALONE]: alone, ...others } = programs
  const built = [
    ...(alone === undefined ? [] : await build(folder, { [ALONE]: alone })),
    ...(await build(folder, others)),
  ]
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  const files = [...built, 'package.json']
  keepOnly(folder, [...files, ...listBuilt(folder)])
  markBuilt(folder, files)
}

/** Builds programs with the parts that they share; gives the names of the files. */
async function build(folder, programs) {
  const vite = await import('vite')
  const { output } = await vite.build({
    root: CLI,
    configFile: false,
    logLevel: 'error',
    plugins: [directImports(), asciiOnly()],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: programs,
        // Clients of platforms that few people use; whoever needs one installs it.
        external: ['@anthropic-ai/bedrock-sdk', '@anthropic-ai/vertex-sdk'],
        output: {
          // What Node compiles of it can be kept; of ECMAScript modules it keeps nothing before Node 22.
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // The text of what runs stays in memory; names stay, for whoever reads where an error came from.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
        // With it rolldown 1.2 panics over this format.
        experimental: { chunkOptimization: false },
      },
    },
    ssr: { noExternal: true, resolve: { conditions: ['@antiphon/source', 'module', 'node'] } },
  })
  return output.map(({ fileName }) => fileName)
}

/** A plugin: what is no ASCII is escaped, so that the text of the program takes a byte a letter and no decoding. */
function asciiOnly() {
  return {
    name: 'ascii-only',
    generateBundle(_, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = toAscii(file.code)
    },
  }
}

/** The same JavaScript in ASCII. */
function toAscii(code) {
  return code.replace(/(\\*)([^\0-\x7f])/g, (_, slashes, unit) => {
    // A letter that was escaped already means itself.
    const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1)
    return `${before}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup()
