import { findBubblewrap } from './bubblewrap.ts'
import type { FindSandboxTool, MissingTool, SandboxTool } from './sandbox.ts'
import { findSeatbelt } from './seatbelt/seatbelt.ts'

/** The tool of each system that has one. */
export const SANDBOX_TOOLS: Readonly<Partial<Record<NodeJS.Platform, FindSandboxTool>>> = {
  linux: findBubblewrap,
  darwin: findSeatbelt,
}

/** What keeps commands in on this machine, or why nothing does. */
export async function findSandboxTool(
  env: Readonly<Record<string, string | undefined>>,
  options: { readonly mayBeWeaker: boolean; readonly platform?: NodeJS.Platform },
): Promise<SandboxTool | MissingTool> {
  const { platform = process.platform } = options
  const find = SANDBOX_TOOLS[platform]
  return find === undefined ? noneOn(platform) : find(env, options)
}

function noneOn(platform: NodeJS.Platform): MissingTool {
  return {
    kind: 'none',
    reason: `commands cannot be kept in on ${platform} yet`,
    whatToDo:
      'rules for files hold only as far as our own reader of Bash understands a command; use a container',
  }
}
