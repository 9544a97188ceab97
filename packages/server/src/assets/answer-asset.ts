import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Context } from 'hono'

/** Answers a request for the page or a part of it. */
export async function answerAsset(context: Context, folder: string): Promise<Response> {
  const asset = await findAsset(folder, context.req.path)
  if (asset === null) return context.text('There is nothing of that name.\n', 404)
  if (asset === 'not-built') return context.html(NOT_BUILT, 503, { 'Cache-Control': 'no-store' })
  return context.body(new Uint8Array(await readFile(asset.path)), 200, {
    'Content-Type': asset.type,
    'Cache-Control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}

/** A file of the page. */
type Asset = {
  readonly path: string
  readonly type: string
  /** True where its name changes with its content. */
  readonly isImmutable: boolean
}

/**
 * The file that a path of a link means: one of those that lie in the folder, or `index.html` for a place in the page.
 * A path is only ever compared with the names that are there. Null where there is none, 'not-built' without a page.
 */
async function findAsset(folder: string, urlPath: string): Promise<Asset | 'not-built' | null> {
  const files = await listFiles(folder)
  const index = files.get('/index.html')
  const path = files.get(urlPath)
  if (path !== undefined) return toAsset(path, urlPath)
  if (extname(urlPath) !== '' || urlPath.startsWith('/api')) return null
  return index === undefined ? 'not-built' : toAsset(index, '/index.html')
}

async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, path).split(sep).join('/')}`, path)
  }
  return files
}

function toAsset(path: string, urlPath: string): Asset {
  return {
    path,
    type: TYPES.get(extname(path).toLowerCase()) ?? 'application/octet-stream',
    isImmutable: HASHED.test(urlPath),
  }
}

const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
  ['.webmanifest', 'application/manifest+json'],
])

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Antiphon</title>
<h1>The page is not built</h1>
<p>The server runs, but the files of its page are not there. In the source tree, build them with
<code>npx vite build packages/web</code> and load this page again.</p>
</html>
`
