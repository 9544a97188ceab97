import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { findAsset } from './find-asset.ts'

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

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Antiphon</title>
<h1>The page is not built</h1>
<p>The server runs, but the files of its page are not there. In the source tree, build them with
<code>npx vite build packages/web</code> and load this page again.</p>
</html>
`
