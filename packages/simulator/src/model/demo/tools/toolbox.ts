import { ABILITIES, type Ability, type Request, type Route } from './abilities.ts'
import type { Call } from './call.ts'
import { fitInput, propertiesOf } from './fit-input.ts'
import { isAbsolutePath, joinPath } from './join-path.ts'
import type { OfferedTool } from './offered-tools.ts'
import { plainName } from './plain-name.ts'

/** The tools of a request, asked for by what they are good for. */
export interface Toolbox {
  readonly tools: readonly OfferedTool[]
  /** A call that does it, by the best tool that is offered; null where none can. */
  call(ability: Ability, request: Request): Call | null
  find(names: readonly string[]): OfferedTool | undefined
}

/** Makes calls that fit the schemas of the tools that are offered. */
export function createToolbox(tools: readonly OfferedTool[], workingDirectory?: string): Toolbox {
  const find = (names: readonly string[]): OfferedTool | undefined =>
    names.map(name => tools.find(tool => plainName(tool.name) === name)).find(tool => tool !== undefined)
  return {
    tools,
    find,
    call(ability, request) {
      for (const route of ABILITIES[ability]) {
        const call = takeRoute({ route, request, tools, workingDirectory })
        if (call) return call
      }
      return null
    },
  }
}

type Taking = {
  readonly route: Route
  readonly request: Request
  readonly tools: readonly OfferedTool[]
  readonly workingDirectory: string | undefined
}

function takeRoute({ route, request, tools, workingDirectory }: Taking): Call | null {
  for (const name of route.names) {
    const tool = tools.find(candidate => plainName(candidate.name) === name)
    if (!tool) continue
    const placed = workingDirectory && wantsAbsolute(tool) ? absolute(request, workingDirectory) : request
    const input = fitInput({
      tool,
      needed: route.needed(placed),
      optional: route.optional?.(placed) ?? {},
      hints: property => hintFor(property, request),
    })
    if (input) return { name: tool.name, input }
  }
  return null
}

function wantsAbsolute(tool: OfferedTool): boolean {
  return [...propertiesOf(tool).values()].some(({ description }) =>
    /absolute/i.test(String(description ?? '')),
  )
}

function absolute(request: Request, workingDirectory: string): Request {
  const { path, folder } = request
  return {
    ...request,
    here: workingDirectory,
    ...(path !== undefined && !isAbsolutePath(path) && { path: joinPath(workingDirectory, path) }),
    ...(folder !== undefined && !isAbsolutePath(folder) && { folder: joinPath(workingDirectory, folder) }),
  }
}

function hintFor(property: string, request: Request): string {
  if (/agent/i.test(property)) return request.agent ?? 'general-purpose'
  return request.title ?? request.prompt ?? request.path ?? request.query ?? 'demo'
}
