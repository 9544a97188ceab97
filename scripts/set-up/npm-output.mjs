const REFUSED = /^npm http fetch GET (?<status>[45]\d\d) /
const ERROR = /^npm (?:error|ERR!) ?/
/** What a registry answers when it is busy or far away: the same question may be answered a moment later. */
const PASSING = new RegExp(
  `^(?:${[
    'E408|E420|E429|E5\\d\\d|FETCH_ERROR|ERR_SOCKET_TIMEOUT|ERR_STREAM_PREMATURE_CLOSE',
    'ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH',
    'ETIMEDOUT|EIDLETIMEOUT|ECONNECTIONTIMEOUT|ERESPONSETIMEOUT|ETRANSFERTIMEOUT',
  ].join('|')})$`,
)

/** The status with which a registry refused something, as a line of npm tells it; else null. */
export function readRefusal(line) {
  return REFUSED.exec(line)?.groups.status ?? null
}

/** What npm says of its failure: its code, whether that may pass, and its own words. */
export function readFailure({ status, signal, stderr }) {
  const words = stderr.filter(line => ERROR.test(line)).map(line => line.replace(ERROR, ''))
  const code = /^code (\S+)/.exec(words.find(line => line.startsWith('code ')) ?? '')?.[1]
  const text = words.filter(line => line.trim() !== '' && !/^code |complete log of this run/.test(line))
  const ended = `npm ended with ${signal ?? status} and said:\n${stderr.slice(-5).join('\n')}`
  return { code: code ?? 'unknown', isPassing: PASSING.test(code), text: code ? text.join('\n') : ended }
}
