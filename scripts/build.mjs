// `npm run build`: packages, executable and page from their sources, and nothing left of sources that are gone.
import { setUp } from './set-up.mjs'
import { sweepCompiled } from './sweep-compiled.mjs'

await setUp({ everything: true })
sweepCompiled()
