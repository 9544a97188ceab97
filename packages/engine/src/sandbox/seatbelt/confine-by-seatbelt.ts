import type { KeptCommand, ToolStart } from '../sandbox-tool.ts'
import { toKernelPlan } from './kernel-path.ts'
import { toSeatbeltArguments, toSeatbeltProfile } from './to-seatbelt-profile.ts'

/** Starts a command under a profile; all that it starts inherits it. */
export function confineBySeatbelt(path: string, { plain, plan, opens, network }: KeptCommand): ToolStart {
  const proxyPort = network?.proxy.port() ?? null
  const profile = toSeatbeltProfile(toKernelPlan(plan), { proxyPort, opens })
  let unwatch = (): void => {}
  return {
    file: path,
    args: [...toSeatbeltArguments(profile), plain.file, ...plain.args],
    streams: [],
    proxyPort,
    onStart() {
      // Commands that run at the same time are told of each other's refusals: they share the port.
      if (network !== null) unwatch = network.proxy.watch(network.onRefused)
    },
    // There is no namespace that would end with the last of them.
    isGone: null,
    onEnd: () => unwatch(),
  }
}
