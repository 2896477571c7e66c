import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

import { grouped } from '#contract/kit/counted.ts'
import { inRupees } from '#contract/kit/rupees.ts'

import { day as dayText } from '../../ui/day.ts'
import type { DayFigures } from './earnings-tables.tsx'

/** What was earned and how often the projects were looked at, a bar for each day. The table beneath says the same in figures. */
export default function DayCharts({ days }: { days: readonly DayFigures[] }) {
  return (
    <>
      <Chart title="Earned" days={days} of="amount" text={inRupees} colour="var(--verified)" />
      <Chart title="Views" days={days} of="views" text={grouped} colour="var(--edge)" />
    </>
  )
}

function Chart({ title, days, of, text, colour }: ChartProps) {
  return (
    <figure aria-hidden="true">
      <figcaption className="text-13 text-quiet mb-2 font-mono">{title}</figcaption>
      <ResponsiveContainer width="100%" height={140}>
        <BarChart data={days} margin={{ top: 4, right: 20, bottom: 0, left: 0 }}>
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
            width={56}
            tickFormatter={text}
            tick={tick}
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
    </figure>
  )
}

const tick = { fill: 'var(--quiet)', fontSize: 12, fontFamily: 'var(--font-mono)' }

interface ChartProps {
  title: string
  days: readonly DayFigures[]
  of: 'amount' | 'views'
  text: (value: number) => string
  colour: string
}
