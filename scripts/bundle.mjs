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

/**
 * Builds programs into a folder. A program that was started from the build before may still have to load its own parts,
 * whose names hold their hashes: those stay until the next build, older ones go.
 */
export async function bundle(folder, programs) {
  const { build } = await import('vite')
  const { output } = await build({
    root: CLI,
    configFile: false,
    logLevel: 'error',
    plugins: [directImports()],
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
        // What Node compiles of it can be kept; of ECMAScript modules it keeps nothing before Node 22.
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // With it rolldown 1.2 panics over this format.
        experimental: { chunkOptimization: false },
      },
    },
    ssr: { noExternal: true, resolve: { conditions: ['@antiphon/source', 'module', 'node'] } },
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  const files = [...output.map(({ fileName }) => fileName), 'package.json']
  keepOnly(folder, [...files, ...listBuilt(folder)])
  markBuilt(folder, files)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup()
