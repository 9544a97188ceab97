import type { Keeping } from './sandbox.ts'

/** What the model reads where a command failed on what the sandbox closes; null where it failed on something else. */
export function explainSandboxFailure(output: string, { level, temporaryFolder }: Keeping): string | null {
  if (level === 'rules')
    return FORBIDDEN.test(output) || READ_ONLY.test(output)
      ? 'The system keeps the rules for files: what they forbid cannot be read or changed by any command.'
      : null
  if (READ_ONLY.test(output))
    return `The sandbox lets commands write only in the working folders and in ${temporaryFolder} ($TMPDIR). ${ASK}`
  if (NO_NETWORK.test(output))
    return `The sandbox closes the network but for the hosts in sandbox.network.allowedDomains. ${ASK}`
  if (FORBIDDEN.test(output))
    // Some systems say the same to everything that they refuse.
    return `The sandbox hides what rules forbid to read, keys of the person, and sockets of other programs; it lets commands write only in the working folders and in ${temporaryFolder} ($TMPDIR), and reach only the hosts in sandbox.network.allowedDomains. ${ASK}`
  return null
}

const ASK =
  'If the task needs what it closes, say why and run the command again with dangerouslyDisableSandbox: the person is asked.'
const READ_ONLY = /read-only file system|EROFS|device or resource busy/i
const FORBIDDEN = /permission denied|operation not permitted|EACCES|EPERM/i
const NO_NETWORK =
  /network is unreachable|could not resolve|name resolution|ENETUNREACH|EAI_AGAIN|ENOTFOUND|getaddrinfo|CONNECT tunnel failed/i
