import { type Html, html, link } from '../view/html.ts';

/** Lists who says officially, for nothing, whether a recall is open on this very car. */
export function lookUps(vin: string, make: string): Html {
  const name = make.toLowerCase().replace(' ', '_');
  const [, ...urls] =
    MAKERS.map((row) => row.split(' ')).find(([makes]) => makes?.split('|').includes(name)) ?? [];
  const own = ['United States', 'Canada'].flatMap((country, at) =>
    (urls[at] ?? '-') === '-' ? [] : [link(`https://${urls[at]?.replace('{vin}', vin)}`, country)],
  );
  return inList([
    link(`https://www.nhtsa.gov/recalls?vin=${vin}`, 'NHTSA'),
    ...(own.length === 0 ? [] : [html`<span translate="no">${make}</span> (${inList(own)})`]),
    html`${link(TRANSPORT_CANADA, 'Transport Canada')} (by make and model)`,
  ]);
}

const inList = (all: readonly Html[]) => html`${all.map((one, at) => html`${at > 0 && ', '}${one}`)}`;

const TRANSPORT_CANADA =
  'https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/menu.aspx?lang=eng';

/** Of makers, by VIN: for the United States those that are sure, for Canada those that Transport Canada lists. */
const MAKERS: readonly string[] = [
  'acura recalls.acura.com www.acura.ca/recalls',
  'audi web.audiusa.com/recall/ www.audi.ca/en/recalls/',
  'bmw www.bmwusa.com/safety-and-emission-recalls.html www.bmw.ca/en/ssl/VehicleRecall.html',
  'chrysler|dodge|jeep|ram|fiat|alfa_romeo www.mopar.com/en-us/my-vehicle/recalls/search.html recalls.mopar.ca/',
  'chevrolet|gmc|buick|cadillac|pontiac|saturn|saab|oldsmobile|hummer experience.gm.com/ownercenter/recalls?vin={vin} experience.gm.ca/en/ownercenter/recalls',
  'ford|mercury www.ford.com/support/recalls/ www.ford.ca/support/recalls/',
  'genesis - recall.genesis.ca/en',
  'honda recalls.honda.com www.honda.ca/recalls',
  'hyundai autoservice.hyundaiusa.com/campaignhome recall.hyundaicanada.com/en',
  'infiniti www.infinitiusa.com/recalls-vin service.infiniti.ca/en/vin-recall',
  'jaguar - www.jaguar.com/en-ca/jdx/ownership/vin-recall.html',
  'kia - www.kia.ca/kia-recall',
  'land_rover - www.landrover.ca/en/ownership/vin-recall.html',
  'lexus www.toyota.com/recall www.lexus.ca/lexus/en/secure/owners/campaigns',
  'lincoln www.ford.com/support/recalls/ www.lincolncanada.com/support/recalls/',
  'mazda www.mazdarecallinfo.com www.mazdarecalls.ca/',
  'mercedes-benz www.mbusa.com/en/recall www.mercedes-benz.ca/en/recalls',
  'mini - www.mini.ca/en/owners/mini-recall',
  'mitsubishi - www.mitsubishi-motors.ca/en/owners/maintenance-service/mitsubishi-recalls',
  'nissan www.nissanusa.com/recalls-vin service.nissan.ca/en/vin-recall',
  'subaru www.subaru.com/vehicle-recalls.html www.subaru.ca/WebPage.aspx?WebSiteID=282&WebPageID=21091',
  'suzuki - www.suzuki.ca/recalls/',
  'tesla www.tesla.com/vin-recall-search www.tesla.com/vin-recall-search',
  'toyota|scion www.toyota.com/recall www.toyota.ca/toyota/en/my-toyota/recalls',
  'volkswagen - www.vw.ca/en/owners-and-drivers/recalls.html',
  'volvo - www.volvocars.com/en-ca/l/recall-information/',
];
