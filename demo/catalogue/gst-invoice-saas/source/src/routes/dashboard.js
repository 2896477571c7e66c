import { isDate, today } from '../lib/dates.js';
import { dashboard, gstCsv, gstSummary } from '../services/reports.js';
import { dashboardPage, summaryPage } from '../views/dashboard.js';

const monthOf = (ctx) => {
  const month = ctx.query.get('month') ?? '';
  return isDate(`${month}-01`) ? month : today().slice(0, 7);
};

export function dashboardRoutes(router) {
  router.get('/', (ctx) => ctx.render('Dashboard', dashboardPage(dashboard(ctx.repo), ctx.user)));

  router.get('/gst-summary', (ctx) => ctx.render('GST summary', summaryPage(gstSummary(ctx.repo, monthOf(ctx)))));

  router.get('/gst-summary.csv', (ctx) => {
    const month = monthOf(ctx);
    ctx.download(`gst-${month}.csv`, 'text/csv; charset=utf-8', gstCsv(gstSummary(ctx.repo, month)));
  });
}
