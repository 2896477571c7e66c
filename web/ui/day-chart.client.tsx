import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

import { day as dayText } from '#contract/kit/format.ts'

/**
 * A bar for each day, or a sentence when there was nothing, rendered in the browser only. A table beside it shows the
 * same figures, so the keyboard skips it.
 */
export function DayChart<Of extends string>({ title, days, of, text, colour }: DayChartProps<Of>) {
  return (
    <figure aria-hidden="true" className="min-w-0">
      <figcaption className="text-13 text-quiet mb-2">{title}</figcaption>
      {days.every((one) => one[of] === 0) ? (
        <p className="text-14 text-quiet">None in these days.</p>
      ) : (
        <ResponsiveContainer width="100%" height={140}>
          <BarChart data={days} margin={{ top: 4, right: 20, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--rule)" />
            <XAxis
              dataKey="day"
              tickFormatter={(day: string) => dayText(day).replace(/ \d{4}$/, '')}
              tick={tick}
              tickLine={false}
              axisLine={{ stroke: 'var(--edge)' }}
              minTickGap={32}
            />
            <YAxis
              width={60}
              tickFormatter={text}
              tick={{ ...tick, dy: -7 }}
              tickLine={false}
              axisLine={false}
              tickCount={3}
              allowDecimals={false}
            />
            <Tooltip
              cursor={{ fill: 'var(--sunk)' }}
              formatter={(value) => text(Number(value))}
              labelFormatter={(day) => (typeof day === 'string' ? dayText(day) : '')}
              contentStyle={{
                background: 'var(--sheet)',
                border: '1px solid var(--rule)',
                color: 'var(--ink)',
              }}
              itemStyle={{ color: 'var(--ink)' }}
            />
            <Bar dataKey={of} name={title} fill={colour} isAnimationActive={false} maxBarSize={28} />
          </BarChart>
        </ResponsiveContainer>
      )}
    </figure>
  )
}

const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'var(--font-sans)' }

interface DayChartProps<Of extends string> {
  title: string
  days: readonly ({ day: string } & Record<Of, number>)[]
  of: Of
  text: (value: number) => string
  colour: string
}
