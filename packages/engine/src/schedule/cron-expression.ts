/** The times that a cron expression names, in local time. */
export type CronTimes = {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: readonly number[]
  readonly months: readonly number[]
  readonly weekdays: readonly number[]
  /** Where both are restricted, a day that fits either is meant, as cron always did it. */
  readonly isEitherDay: boolean
}

/** The times of `minute hour day month weekday`, or what is wrong with it. */
export function parseCron(text: string): CronTimes | { readonly problem: string } {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== FIELDS.length)
    return { problem: `"${text}" has ${fields.length} fields; it needs minute hour day month weekday` }
  const values = FIELDS.map((field, index) => readField(fields[index] ?? '', field))
  const wrong = values.indexOf(null)
  if (wrong !== -1) {
    const { name, from, to } = FIELDS[wrong] ?? FIELDS[0]
    return {
      problem: `"${fields[wrong]}" is no ${name}: use *, numbers from ${from} to ${to}, a-b, a,b or */n`,
    }
  }
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = values.map(value => value ?? [])
  const isEitherDay = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*')
  return {
    ...{ minutes, hours, days, months, isEitherDay },
    // Sunday is 0 and 7.
    weekdays: [...new Set(weekdays.map(day => day % 7))],
  }
}

/** The first of these times after a moment; null where there is none within eight years, such as the 30th of February. */
export function nextCronTime(times: CronTimes, after: number): number | null {
  const start = new Date(after)
  for (let ahead = 0; ahead <= MAX_DAYS; ahead++) {
    const day = new Date(start.getFullYear(), start.getMonth(), start.getDate() + ahead)
    if (!isDay(times, day)) continue
    for (const hour of times.hours)
      for (const minute of times.minutes) {
        const time = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute)
        // Where clocks go forward an hour is missing; it is not made up for at another.
        const exists = time.getHours() === hour && time.getMinutes() === minute
        if (exists && time.getTime() > after) return time.getTime()
      }
  }
  return null
}

const MAX_DAYS = 8 * 366

type Field = { readonly name: string; readonly from: number; readonly to: number }

const FIELDS: readonly [Field, ...Field[]] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day', from: 1, to: 31 },
  { name: 'month', from: 1, to: 12 },
  { name: 'weekday', from: 0, to: 7 },
]

function readField(text: string, { from, to }: Field): readonly number[] | null {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const { first, last, step } =
      /^(?:\*|(?<first>\d{1,2})(?:-(?<last>\d{1,2}))?)(?:\/(?<step>\d{1,2}))?$/.exec(part)?.groups ?? {
        step: '0',
      }
    const low = first === undefined ? from : Number(first)
    // `5/10` means from 5 on.
    const high = last !== undefined ? Number(last) : first === undefined || step !== undefined ? to : low
    const by = step === undefined ? 1 : Number(step)
    if (by < 1 || low < from || high > to || low > high) return null
    for (let value = low; value <= high; value += by) values.add(value)
  }
  return [...values].sort((a, b) => a - b)
}

function isDay({ days, months, weekdays, isEitherDay }: CronTimes, day: Date): boolean {
  if (!months.includes(day.getMonth() + 1)) return false
  const isDate = days.includes(day.getDate())
  const isWeekday = weekdays.includes(day.getDay())
  return isEitherDay ? isDate || isWeekday : isDate && isWeekday
}
