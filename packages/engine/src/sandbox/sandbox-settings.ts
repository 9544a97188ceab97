import { isObject, type JsonObject } from '@antiphon/contract'
import type { PermissionState } from '../permissions/permission.ts'
import { compileRules, selectRules } from '../permissions/rule-set.ts'

/** What `sandbox` in the settings says, in Claude Code's spelling. */
export type SandboxSettings = {
  /** True: commands run inside. Absent: only rules for files are kept by the system. False: nothing is. */
  readonly enabled?: boolean
  /** Whether what runs inside runs unasked. */
  readonly autoAllowBashIfSandboxed: boolean
  /** Whether a command may ask to run outside. */
  readonly allowUnsandboxedCommands: boolean
  /** Whether commands are refused where there is no sandbox. */
  readonly failIfUnavailable: boolean
  /** Inside a container that may not mount `/proc`: other processes are seen then. */
  readonly enableWeakerNestedSandbox: boolean
  /** Commands that run outside, by their beginning. */
  readonly excludedCommands: readonly string[]
  readonly filesystem: SandboxFilesystem
  readonly network: SandboxNetwork
}

type SandboxFilesystem = {
  readonly allowWrite: readonly string[]
  readonly denyWrite: readonly string[]
  readonly denyRead: readonly string[]
  /** What stays readable of what is hidden. */
  readonly allowRead: readonly string[]
}

type SandboxNetwork = {
  readonly allowedDomains: readonly string[]
  readonly deniedDomains: readonly string[]
  readonly allowAllUnixSockets: boolean
  /** Whether commands share the ports of this machine, where they have none of their own. */
  readonly allowLocalBinding: boolean
}

/** The sandbox as settings describe it; fields that nobody wrote have the values that Claude Code documents. */
export function toSandboxSettings(value: JsonObject | undefined): SandboxSettings {
  const fields = value ?? {}
  const filesystem = toObject(fields.filesystem)
  const network = toObject(fields.network)
  return {
    ...(typeof fields.enabled === 'boolean' && { enabled: fields.enabled }),
    autoAllowBashIfSandboxed: fields.autoAllowBashIfSandboxed !== false,
    allowUnsandboxedCommands: fields.allowUnsandboxedCommands !== false,
    failIfUnavailable: fields.failIfUnavailable === true,
    enableWeakerNestedSandbox: fields.enableWeakerNestedSandbox === true,
    excludedCommands: toTexts(fields.excludedCommands),
    filesystem: {
      allowWrite: toTexts(filesystem.allowWrite),
      denyWrite: toTexts(filesystem.denyWrite),
      denyRead: toTexts(filesystem.denyRead),
      allowRead: toTexts(filesystem.allowRead),
    },
    network: {
      allowedDomains: toTexts(network.allowedDomains),
      deniedDomains: toTexts(network.deniedDomains),
      allowAllUnixSockets: network.allowAllUnixSockets === true,
      allowLocalBinding: network.allowLocalBinding === true,
    },
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** The hosts that commands inside may reach: those of the settings, and those from which pages may be fetched unasked. */
export function listAllowedDomains({ network }: SandboxSettings, state: PermissionState): readonly string[] {
  const fetched = selectRules(compileRules(state), 'allow', ['WebFetch']).flatMap(({ content }) =>
    content?.startsWith('domain:') ? [content.slice('domain:'.length).trim()] : [],
  )
  return [...new Set([...network.allowedDomains, ...fetched])]
}
