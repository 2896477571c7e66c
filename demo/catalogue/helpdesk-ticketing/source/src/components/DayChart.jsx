/** Two bars for each day: tickets raised and tickets resolved. */
export default function DayChart({ days }) {
  const width = 640, height = 216, base = 186;
  // An even top value keeps the middle label a whole number.
  const highest = Math.ceil(Math.max(4, ...days.flatMap((day) => [day.created, day.resolved])) / 2) * 2;
  const y = (count) => (count / highest) * (base - 12);
  const slot = (width - 30) / days.length;
  return (
    <svg className="day-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Tickets raised and resolved on each of the last 14 days">
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line x1="26" x2={width} y1={base - y(highest * part)} y2={base - y(highest * part)} />
          <text x="18" y={base - y(highest * part) + 4} textAnchor="end">{highest * part}</text>
        </g>
      ))}
      {days.map(({ day, created, resolved }, i) => {
        const x = 30 + i * slot;
        return (
          <g key={day}>
            <title>{`${day}: ${created} raised, ${resolved} resolved`}</title>
            <rect className="created" x={x + slot * 0.14} width={slot * 0.32} y={base - y(created)} height={y(created)} rx="2" />
            <rect className="resolved" x={x + slot * 0.52} width={slot * 0.32} y={base - y(resolved)} height={y(resolved)} rx="2" />
            <text x={x + slot / 2} y={base + 20} textAnchor="middle">{Number(day.slice(8))}</text>
          </g>
        );
      })}
    </svg>
  );
}
