// Makes of every library one file an entry, with the parts that entries share: whoever imports it reads some files
// instead of hundreds. Types stay what the compiler makes. Does nothing where a bundle is newer than its sources.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, keepOnly, markBuilt } from './built-mark.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const CONDITION = '@antiphon/source'

/** Threads and processes start with programs of their own, which are looked for beside the file that starts them. */
const PROGRAMS = {
  search: ['index-files/index-worker.ts', 'usage/usage-thread.ts'],
  server: ['workers/job-program.ts'],
}

/**
 * Small libraries of many files, of which we use a part: what is used comes along. Zod's schemas are known by what they
 * hold and not by their class, and descriptions lie in a registry that all copies share, so an embedder's own fit.
 */
const INLINED =
  /^(?:zod|htmlparser2|domhandler|domutils|domelementtype|dom-serializer|entities|ignore|picomatch)(?:\/|$)/

/** The packages that others import. */
export function listLibraries() {
  return readdirSync(PACKAGES).filter(name => name !== 'cli' && !readManifest(name).private)
}

/** True where every library has its bundle. */
export function areLibrariesBundled() {
  return listLibraries().every(isBundled)
}

function isBundled(name) {
  const folder = join(PACKAGES, name)
  return isBuilt(join(folder, 'bundle'), {
    files: [fileURLToPath(import.meta.url), join(folder, 'package.json')],
    folders: [join(folder, 'src')],
  })
}

/** What a package offers: the file of each entry by the name of its bundle. */
function readEntries(name) {
  const { exports } = readManifest(name)
  const offered = Object.values(exports).filter(target => target.default?.startsWith('./bundle/'))
  const entries = offered.map(target => [basename(target.default, '.js'), target[CONDITION]])
  const programs = (PROGRAMS[name] ?? []).map(file => [basename(file, '.ts'), `./src/${file}`])
  return Object.fromEntries(
    [...entries, ...programs].map(([entry, file]) => [entry, join(PACKAGES, name, file)]),
  )
}

function readManifest(name) {
  return JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'))
}

async function bundleLibrary(name) {
  const { build } = await import('vite')
  const folder = join(PACKAGES, name, 'bundle')
  const { output } = await build({
    root: join(PACKAGES, name),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [INLINED] },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: readEntries(name),
        // An entry offers what its source does, and not what its parts need of one another.
        preserveEntrySignatures: 'strict',
        // Everything of other packages: what two of them share must be one thing.
        external: id => !/^[./]|^\w:/.test(id) && !INLINED.test(id),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // One file of all that entries share: each file more costs whoever imports.
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        },
      },
    },
  })
  const files = output.map(({ fileName }) => fileName)
  keepOnly(folder, files)
  markBuilt(folder, files)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of listLibraries()) if (!isBundled(name)) await bundleLibrary(name)
