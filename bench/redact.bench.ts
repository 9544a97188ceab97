// Taking secrets out is linear whatever stands in a text: four times as much of what nearly is a secret takes about four
// times as long. The worst of the units counts.
import { createRedactor } from '@antiphon/transcript'
import { printRow } from './bench-row.ts'

const UNITS = [
  'a',
  'A7',
  ' ',
  '\\"',
  'token=',
  'password="',
  'password = ',
  'sk-ant-',
  'eyJaaaaaaaa.',
  '://a:',
  '://u:p@',
  'Bearer a',
  'Cookie: a=b; ',
  'Authorization: a=b,',
  'curl -u a ',
  'mysql -p ',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  '-----END PRIVATE KEY-----\n',
  'AAAA-----END PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nComment: ',
  `${'aB3'.repeat(21)}z\n`,
  'MIIEpAIBAAKC',
  'kind: Secret\ndata:\n  a: b\n',
  'data: {',
  'seed phrase abandon ',
  '<password ',
  '| password | ',
  'DB_PASSWORD=Harb0urQ9x\n',
  '\u001b[31m',
  'x\b',
  '%3D',
  '\\u0061',
  '[redacted:jwt]',
]
const SMALL = 500_000
const FACTOR = 4

let worst = { ratio: 0, unit: '', small: 0, large: 0 }
for (const unit of UNITS) {
  const small = measure(unit, SMALL)
  const large = measure(unit, SMALL * FACTOR)
  const ratio = large / small
  process.stderr.write(
    `${JSON.stringify(unit)}: ${small.toFixed(0)} ms, ${large.toFixed(0)} ms, ${ratio.toFixed(1)} ×\n`,
  )
  if (ratio > worst.ratio) worst = { ratio, unit, small, large }
}
printRow({
  name: 'taking secrets out of four times as much of what nearly is one, the worst of all',
  value: `${worst.ratio.toFixed(1)} × (${worst.small.toFixed(0)} ms, ${worst.large.toFixed(0)} ms, ${JSON.stringify(worst.unit)})`,
  target: '≤ 8 ×',
  pass: worst.ratio <= 8,
})

/** Milliseconds of the processor, since other processes would count as well: the least of several runs. */
function measure(unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length))
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    createRedactor().value(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
