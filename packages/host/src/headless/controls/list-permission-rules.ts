import { resolve } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { PermissionRules } from '@antiphon/engine'
import type { OpenAgent } from '../../agent/open-agent.ts'
import type { Control } from './control.ts'
import { readSettingLayers, type SettingLayer, toWireErrors } from './read-setting-layers.ts'

/** The rules and folders that hold now, each with where it comes from; what no file and no flag says was granted in this session. */
export const listPermissionRules: Control = async ({ agent }) => {
  const { engine } = agent
  const layers = await readSettingLayers(agent)
  const { rules, additionalDirectories } = engine.permissions()
  const errors = toWireErrors(layers)
  return {
    state: {
      rules: BEHAVIORS.flatMap(behavior =>
        rules[behavior].flatMap(rule => listEntries({ behavior, rule }, { layers, agent })),
      ),
      workspaceDirectories: additionalDirectories.map(path => ({
        path,
        source: findFolderSource(path, { layers, agent }),
      })),
      originalCwd: agent.cwd,
      managedOnly: false,
      ...(errors.length > 0 && { errors }),
    },
  }
}

const BEHAVIORS = ['allow', 'deny', 'ask'] as const

type Origins = { readonly layers: readonly SettingLayer[]; readonly agent: OpenAgent }

function listEntries(
  { behavior, rule }: { readonly behavior: keyof PermissionRules; readonly rule: string },
  { layers, agent }: Origins,
): readonly JsonObject[] {
  const { allowedTools, disallowedTools } = agent.flags
  const flagged: PermissionRules = { allow: allowedTools, deny: disallowedTools, ask: [] }
  const sources = [
    ...layers.filter(({ rules }) => rules[behavior].includes(rule)).map(({ source }) => source),
    ...(flagged[behavior].includes(rule) ? ['cliArg'] : []),
  ]
  return (sources.length > 0 ? sources : ['session']).map(source => ({
    behavior,
    source,
    rule,
    editability: EDITABILITY[source] ?? 'persistent',
  }))
}

const EDITABILITY: Readonly<Record<string, string>> = {
  session: 'session',
  cliArg: 'session',
  flagSettings: 'readonly',
}

function findFolderSource(path: string, { layers, agent }: Origins): string {
  const isThis = (folder: string): boolean => resolve(agent.cwd, folder) === path
  if (agent.flags.addDir.some(isThis)) return 'cliArg'
  return layers.find(layer => layer.additionalDirectories.some(isThis))?.source ?? 'session'
}
