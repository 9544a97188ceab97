import { nextCronTime, parseCron, type TaskTime } from '@antiphon/engine'
import { ProgramError } from '@antiphon/host'

/** When a person wants a prompt to be said, as they typed it. */
export type TimeWish = { readonly at?: string; readonly every?: number; readonly cron?: string }

/** The time that a person means; throws a `ProgramError` that says what can be typed. */
export function readTaskTime({ at, every, cron }: TimeWish, now: number): TaskTime {
  if ([at, every, cron].filter(wish => wish !== undefined).length !== 1)
    throw new ProgramError('wrong-use', 'Say when: one of --at TIME, --every MINUTES, --cron EXPRESSION.')
  if (every !== undefined) return { kind: 'every', minutes: every }
  if (cron !== undefined) return readCron(cron, now)
  const time = readMoment(at ?? '', now)
  if (time === null)
    throw new ProgramError('wrong-use', `--at ${at}: type 14:30, 2026-12-24T18:00, +45m or +2h.`)
  if (time < now) throw new ProgramError('wrong-use', `--at ${at}: that is over.`)
  return { kind: 'at', at: time }
}

function readCron(cron: string, now: number): TaskTime {
  const times = parseCron(cron)
  if ('problem' in times) throw new ProgramError('wrong-use', `--cron: ${times.problem}.`)
  if (nextCronTime(times, now) === null)
    throw new ProgramError('wrong-use', `--cron "${cron}": that never comes.`)
  return { kind: 'cron', cron, isOnce: false }
}

function readMoment(text: string, now: number): number | null {
  const ahead = /^\+(\d{1,6})([smhd])$/.exec(text)
  if (ahead) return now + Number(ahead[1]) * (UNITS[ahead[2] ?? ''] ?? 0)
  const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (clock) {
    const date = new Date(now)
    date.setHours(Number(clock[1]), Number(clock[2]), 0, 0)
    // What is over today is meant for tomorrow.
    if (date.getTime() <= now) date.setDate(date.getDate() + 1)
    return date.getTime()
  }
  // A day alone would be one of Greenwich.
  const local = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text
  const time = /^\d{4}-\d\d-\d\d/.test(local) ? Date.parse(local) : Number.NaN
  return Number.isNaN(time) ? null : time
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
