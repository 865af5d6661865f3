import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { complaintsOfAllKinds } from './issues-complaints.ts';

/** NHTSA as it answers for cars with so many complaints each, and without recalls: complaints-world.ts <count> */
const rows = complaintsOfAllKinds(Number(process.argv[2] ?? '5000')).map(
  ({ odiNumber, filedOn, components, crash, fire, summary }) => {
    const [year, month, day] = (filedOn ?? '').split('-');
    const dateComplaintFiled = `${month}/${day}/${year}`;
    return { odiNumber, crash, fire, dateComplaintFiled, components: components.join(), summary };
  },
);
/** Every model year has complaints of its own, or what was found for one would serve all. */
const complaintsOf = (year: number) =>
  JSON.stringify({
    count: rows.length,
    message: 'Results returned successfully',
    results: rows.map((row) => ({ ...row, odiNumber: row.odiNumber + year * rows.length })),
  });

const server = createServer(({ url = '/' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://world');
  response.setHeader('Content-Type', 'application/json');
  if (pathname.endsWith('complaintsByVehicle'))
    response.end(complaintsOf(Number(searchParams.get('modelYear'))));
  else if (pathname.endsWith('models'))
    response.end(
      JSON.stringify({
        count: 1,
        results: [{ model: searchParams.get('make') === 'HYUNDAI' ? 'ELANTRA' : '' }],
      }),
    );
  else response.end('{"Count":0,"count":0,"results":[]}');
});
server.listen(0, '127.0.0.1', () => console.log(`localhost:${(server.address() as AddressInfo).port}`));
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
