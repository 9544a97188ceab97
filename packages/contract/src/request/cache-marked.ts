import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { BLOCK_SCHEMAS } from '../tables/block-fields.ts'
import { apiPath, blockPath } from './block-path.ts'
import { perRequest } from './per-request.ts'
import { type PlacedBlock, viewRequest } from './request-view.ts'

/** A place that carries a `cache_control` which is not null. */
export type CacheMarked = {
  readonly path: string
  /** The marker's place as error texts spell it. */
  readonly apiPath: string
  readonly marker: unknown
}

/** All cache markers in the order in which the API reads them: tools, system, messages, then the automatic one. */
export const cacheMarked: (request: ApiRequest) => readonly CacheMarked[] = perRequest(request => {
  const { system, blocks } = viewRequest(request)
  return [
    ...toolMarkers(request.tools),
    ...[...system.filter(isMarked), ...closingOrder(blocks.filter(isMarked))].map(markedBlock),
    ...(request.cache_control == null ? [] : [marked('', '', request.cache_control)]),
  ]
})

function toolMarkers(tools: unknown): readonly CacheMarked[] {
  const found: CacheMarked[] = []
  for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
    if (!isObject(tool) || tool.cache_control == null) continue
    const tag = typeof tool.type === 'string' ? tool.type : 'custom'
    found.push(marked(`tools.${index}.`, `tools.${index}.${tag}.`, tool.cache_control))
  }
  return found
}

// A marker closes its block, so that what is nested comes before what holds it.
function* closingOrder(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  const open: PlacedBlock[] = []
  for (const view of blocks) {
    for (let last = open.at(-1); last !== undefined && !isInside(view, last); last = open.at(-1)) {
      open.pop()
      yield last
    }
    open.push(view)
  }
  yield* open.reverse()
}

function isInside(view: PlacedBlock, holder: PlacedBlock): boolean {
  let parent = view.parent
  while (parent !== null && parent !== holder) parent = parent.parent
  return parent === holder
}

// Where a type has no such field the marker is refused before anyone counts it (THK-15, ENV-10).
function isMarked({ type, block }: PlacedBlock): boolean {
  return block.cache_control != null && BLOCK_SCHEMAS[type]?.cache_control !== undefined
}

function markedBlock(view: PlacedBlock): CacheMarked {
  const tag = view.message === -1 ? '' : `${view.type}.`
  return marked(`${blockPath(view)}.`, `${apiPath(view)}.${tag}`, view.block.cache_control)
}

function marked(path: string, api: string, marker: unknown): CacheMarked {
  return { path: `${path}cache_control`, apiPath: `${api}cache_control`, marker }
}
